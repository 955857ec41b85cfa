import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { answer, problems } from '../responses.ts';
import { taskNotFound } from '../task-not-found.ts';
import { TaskResource } from '../task-resource.ts';

export function getTaskRoute(app: ApiInstance): void {
  app.get(
    '/tasks/:id',
    {
      schema: {
        operationId: 'getTask',
        tags: ['Tasks'],
        summary: 'Read a task',
        description: 'Its state, progress and attempts, and once it is done its result or its error.',
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: answer('The task.', TaskResource),
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'TASK_NOT_FOUND', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ params: { id } }) => {
      const task = await app.dependencies.store.get(id);
      if (!task) throw taskNotFound(id);
      return task;
    },
  );
}
