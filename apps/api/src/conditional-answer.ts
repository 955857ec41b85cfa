import etag from 'etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

export const IF_NONE_MATCH = 'If-None-Match';

/** Headers of an answer that `sendUnlessKnown` gives. */
export const ETAG_HEADER = {
  ETag: { type: 'string', description: 'Changes with the answer; send it as `If-None-Match` the next time.' },
};

/**
 * Sends JSON with an `ETag`, or `304` to a client that says it has the same (RFC 9110 §13.1.2). It may keep the answer, but has to ask each
 * time whether it still holds (`no-cache`, RFC 9111 §5.2.2.4), and nobody in between may keep it at all.
 */
export function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const body = JSON.stringify(value);
  const tag = etag(body);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (fresh(request.headers, { etag: tag })) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
