import { TaskStateSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { problems, refTo } from '../responses.ts';
import { TaskSummary } from '../task-resource.ts';

const DEFAULT_LIMIT = 20;

const Query = Type.Object(
  {
    state: Type.Optional(TaskStateSchema),
    type: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$', description: 'Only tasks of this type.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT, description: 'Tasks per page.' }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the page before.' })),
  },
  { additionalProperties: false },
);

export function listTasksRoute(app: ApiInstance): void {
  app.get(
    '/tasks',
    {
      schema: {
        operationId: 'listTasks',
        tags: ['Tasks'],
        summary: 'List tasks',
        description: 'Newest first, without payloads and results. Follow `Link: rel="next"` until there is none.',
        querystring: Query,
        response: {
          200: Type.Object(
            {
              items: Type.Array(refTo(TaskSummary)),
              nextCursor: Type.Unsafe<string | null>({
                type: ['string', 'null'],
                description: '`null` on the last page.',
              }),
            },
            { description: 'A page of tasks.' },
          ),
          ...problems('INVALID_REQUEST', 'INVALID_CURSOR', 'UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ query: { cursor, limit = DEFAULT_LIMIT, ...rest } }, reply) => {
      const filter = { ...rest, limit };
      const before = cursor === undefined ? {} : { before: decodeCursor(cursor) };
      const { items, hasMore } = await app.dependencies.store.list({ ...filter, ...before });
      const last = items.at(-1);
      const nextCursor = hasMore && last ? encodeCursor(last.id) : null;
      if (nextCursor) reply.header('link', `<${nextUrl(filter, nextCursor)}>; rel="next"`);
      return { items, nextCursor };
    },
  );
}

function nextUrl(filter: Record<string, string | number>, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, cursor })) parameters.set(name, String(value));
  return `/tasks?${parameters}`;
}
