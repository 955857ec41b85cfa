import { Readable } from 'node:stream';
import { FileMissingError } from '@offload/files';
import type { FileRecord } from '@offload/store';
import contentDisposition from 'content-disposition';
import fresh from 'fresh';
import parseRange from 'range-parser';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { FileIdSchema } from '../file-resource.ts';
import { ProblemError } from '../problem.ts';
import { problems } from '../responses.ts';

/** What a browser may show rather than save: it runs nothing of it. */
const SHOWN = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'application/pdf',
  'text/plain',
]);

const HEADERS = {
  ETag: { type: 'string', description: 'Of the bytes, which never change.' },
  'Content-Disposition': { type: 'string', description: 'What the file is called.' },
  'Repr-Digest': { type: 'string', description: 'SHA-256 of the whole file (RFC 9530).' },
  'Content-Security-Policy': { type: 'string', description: 'Nothing of it is run.' },
  'Accept-Ranges': { type: 'string', description: '`bytes`.' },
};

export function getFileRoute(app: ApiInstance): void {
  const { store, files } = app.dependencies;
  app.get(
    '/files/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getFile',
        tags: ['Files'],
        summary: 'Download a file',
        description:
          'All of it, or the one range of bytes that `Range` asks for (RFC 9110 §14). `HEAD` tells what there is.',
        params: Type.Object({ id: FileIdSchema }),
        headers: Type.Object({
          Range: Type.Optional(Type.String({ description: 'E.g. `bytes=0-1023`.' })),
          'If-None-Match': Type.Optional(Type.String({ description: '`ETag` of an earlier answer.' })),
          'If-Range': Type.Optional(Type.String({ description: 'The same: a range of another file is no use.' })),
        }),
        response: {
          200: bytes('The file.', HEADERS),
          206: bytes('The range.', {
            ...HEADERS,
            'Content-Range': { type: 'string', description: 'Which one it is.' },
          }),
          304: Type.Unsafe<never>({ type: 'null', description: 'The client has it.', headers: HEADERS }),
          ...problems(
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'FILE_NOT_FOUND',
            'RANGE_NOT_SATISFIABLE',
            'STORE_UNAVAILABLE',
            'STORAGE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { headers, client, method, log } = request;
      const file = await store.getFile(id, seenBy(client));
      if (!file) throw fileNotFound(id);
      const etag = `"${file.sha256}"`;
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes', ...described(file) });
      if (fresh(headers, { etag })) return reply.code(304).send();
      const range = isForThis(headers['if-range'], etag) ? rangeOf(headers.range, file) : undefined;
      const length = range ? range.last - range.first + 1 : file.bytes;
      reply.header('content-length', length);
      if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.bytes}`);
      // Fastify reads for HEAD what GET would have sent.
      if (method === 'HEAD') return reply.send(Readable.from([]));
      try {
        return reply.send(await files.read(id, range));
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        log.error({ err: error, fileId: id }, 'the storage has lost a file');
        throw fileNotFound(id);
      }
    },
  );
}

export function fileNotFound(id: string): ProblemError {
  return new ProblemError('FILE_NOT_FOUND', `No file has the id ${id}.`);
}

function bytes(description: string, headers: object) {
  return Type.Unsafe<never>({
    description,
    headers,
    content: { '*/*': { schema: { type: 'string', format: 'binary' }, example: 'The bytes.' } },
  });
}

function described({ name, mediaType, sha256 }: FileRecord): Record<string, string> {
  const type = SHOWN.has(mediaType) ? 'inline' : 'attachment';
  return {
    'content-type': mediaType,
    'content-disposition': contentDisposition(name ?? undefined, { type }),
    // Whatever a browser makes of it, it runs nothing and is nobody's page.
    'content-security-policy': "default-src 'none'; sandbox",
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
}

/** RFC 9110 §13.1.5. Without one, any range is. */
function isForThis(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}

/**
 * The range that is asked for; undefined for none, for several, and for what cannot be read, which RFC 9110 §14.2 wants to be ignored.
 * @throws ProblemError RANGE_NOT_SATISFIABLE
 */
function rangeOf(header: string | undefined, { bytes }: FileRecord): { first: number; last: number } | undefined {
  if (header === undefined) return undefined;
  const ranges = parseRange(bytes, header);
  if (ranges === -1) {
    throw new ProblemError('RANGE_NOT_SATISFIABLE', `The file has ${bytes} bytes.`, {
      headers: { 'content-range': `bytes */${bytes}` },
    });
  }
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { first: range.start, last: range.end };
}
