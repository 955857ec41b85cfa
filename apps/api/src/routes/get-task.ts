import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { answer, problems } from '../responses.ts';
import { TaskResource } from '../task-resource.ts';
import { visibleTask } from '../visible-task.ts';

export function getTaskRoute(app: ApiInstance): void {
  app.get(
    '/tasks/:id',
    {
      config: { scope: 'read' },
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
    (request) => visibleTask(request, request.params.id),
  );
}
