import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ANONYMOUS, NOBODY } from '../client.ts';

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * One line for each action of a key that is to change something, also when it was refused: who, what, to which tasks, and how it ended. Where nobody shows
 * a key there is nobody to name, and no line.
 */
export const audit = fp(
  async (app) => {
    app.decorateRequest('subject', null);
    app.addHook('onResponse', (request, reply, done) => {
      const { client, method } = request;
      // The first one is looked at for every request, the others hardly ever.
      if (client !== ANONYMOUS && client !== NOBODY && !SAFE_METHODS.has(method)) record(request, reply);
      done();
    });
  },
  { name: 'audit' },
);

function record(request: FastifyRequest, reply: FastifyReply): void {
  const { client, routeOptions, subject, params, ip, log } = request;
  const operation = routeOptions.schema?.operationId;
  // Nothing that could be changed.
  if (operation === undefined) return;
  const { statusCode: status } = reply;
  const what = { operation, subject: subject ?? params, outcome: outcomeOf(status), status };
  log.info({ audit: true, client: client.id, keyId: client.keyId, address: ip, ...what }, 'audit');
}

function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the audit line: what the request is about, where its path does not say so. No payload, no key. */
    subject: object | null;
  }

  interface FastifySchema {
    operationId?: string;
  }
}
