import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { problems } from '../responses.ts';
import { taskFilter } from '../task-filter.ts';
import { NEXT_LINK_HEADER, nextLink, pageParameters, readTaskPage, taskPage } from '../task-page.ts';

const Query = Type.Object({ ...taskFilter, ...pageParameters }, { additionalProperties: false });

export function listTasksRoute(app: ApiInstance): void {
  app.get(
    '/tasks',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listTasks',
        tags: ['Tasks'],
        summary: 'List tasks',
        description: 'Newest first, without payloads and results. Follow `Link: rel="next"` until there is none.',
        querystring: Query,
        response: {
          200: Type.Object(taskPage, { description: 'A page of tasks.', headers: NEXT_LINK_HEADER }),
          ...problems('INVALID_REQUEST', 'INVALID_CURSOR', 'UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ query, client }, reply) => {
      const page = await readTaskPage(app.dependencies.store, query, seenBy(client));
      const link = nextLink('/tasks', query, page.nextCursor);
      if (link) reply.header('link', link);
      return page;
    },
  );
}
