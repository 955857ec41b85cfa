import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { FileResource } from '../file-resource.ts';
import { problems, refTo } from '../responses.ts';
import { DEFAULT_PAGE_SIZE, NEXT_LINK_HEADER, nextLink, pageParameters } from '../task-page.ts';

export function listFilesRoute(app: ApiInstance): void {
  app.get(
    '/files',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listFiles',
        tags: ['Files'],
        summary: 'List files',
        description: 'Newest first: those that were uploaded, and those that tasks have made.',
        querystring: Type.Object(pageParameters, { additionalProperties: false }),
        response: {
          200: Type.Object(
            {
              items: Type.Array(refTo(FileResource)),
              nextCursor: Type.Unsafe<string | null>({
                type: ['string', 'null'],
                description: '`null` on the last page.',
              }),
            },
            { description: 'A page of files.', headers: NEXT_LINK_HEADER },
          ),
          ...problems('INVALID_REQUEST', 'INVALID_CURSOR', 'UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ query, client }, reply) => {
      const { limit = DEFAULT_PAGE_SIZE, cursor } = query;
      const before = cursor === undefined ? undefined : decodeCursor(cursor);
      const files = await app.dependencies.store.listFiles({ limit: limit + 1, before, client: seenBy(client) });
      const items = files.slice(0, limit);
      const last = items.at(-1);
      const nextCursor = files.length > limit && last ? encodeCursor(last.id) : null;
      const link = nextLink('/files', query, nextCursor);
      if (link) reply.header('link', link);
      return { items, nextCursor };
    },
  );
}
