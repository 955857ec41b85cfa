import { LogLineSchema, MAX_LOG_BYTES, MAX_LOG_LINES, TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { problems } from '../responses.ts';
import { taskNotFound } from '../task-not-found.ts';
import { assertVisible } from '../visible-task.ts';

export function listTaskLogsRoute(app: ApiInstance): void {
  const { store } = app.dependencies;
  app.get(
    '/tasks/:id/logs',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listTaskLogs',
        tags: ['Tasks'],
        summary: "Read a task's log",
        description: `What its handler has logged in all attempts, oldest first; \`debug\` is not kept. The newest ${MAX_LOG_LINES} lines and ${MAX_LOG_BYTES / 1024} KiB of a task are kept, as long as the task is.`,
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: Type.Object({ items: Type.Array(LogLineSchema) }, { description: 'The lines.' }),
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'TASK_NOT_FOUND', 'TASK_GONE', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      await assertVisible(request, id);
      const items = await store.listLogs(id);
      if (items.length === 0 && !(await store.get(id))) throw taskNotFound(app, id);
      return { items };
    },
  );
}
