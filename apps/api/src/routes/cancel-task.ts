import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { ProblemError } from '../problem.ts';
import { answer, problems } from '../responses.ts';
import { taskNotFound } from '../task-not-found.ts';
import { TaskResource } from '../task-resource.ts';

export function cancelTaskRoute(app: ApiInstance): void {
  app.post(
    '/tasks/:id/cancel',
    {
      schema: {
        operationId: 'cancelTask',
        tags: ['Tasks'],
        summary: 'Cancel a task',
        description: 'A task that has not been started never will be. A running or finished one is refused.',
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: answer('The task, cancelled.', TaskResource),
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'TASK_NOT_FOUND', 'TASK_NOT_CANCELLABLE', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ params: { id } }) => {
      const cancellation = await app.dependencies.store.cancel(id);
      switch (cancellation.kind) {
        case 'cancelled':
          return cancellation.task;
        case 'unknown':
          throw taskNotFound(id);
        case 'refused':
          throw new ProblemError('TASK_NOT_CANCELLABLE', `Task ${id} is ${cancellation.state}.`);
      }
    },
  );
}
