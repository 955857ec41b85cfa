import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { CallbackResource, shownCallback } from '../callback-resource.ts';
import { seenBy } from '../client.ts';
import { answer, problems } from '../responses.ts';
import { visibleTask } from '../visible-task.ts';

export function getCallbackRoute(app: ApiInstance): void {
  const { store } = app.dependencies;
  app.get(
    '/tasks/:id/callback',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getCallback',
        tags: ['Tasks'],
        summary: "Read a task's callback",
        description: 'Where the task tells of its end, and the log of the deliveries.',
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: answer('The callback.', CallbackResource),
          ...problems(
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'TASK_NOT_FOUND',
            'CALLBACK_NOT_FOUND',
            'TASK_GONE',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const callback = await store.getCallback(id, seenBy(request.client));
      if (!callback) await visibleTask(request, id);
      return shownCallback(callback);
    },
  );
}
