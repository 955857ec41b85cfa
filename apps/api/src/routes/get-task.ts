import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { answer, problems } from '../responses.ts';
import { TaskResource } from '../task-resource.ts';
import { assertVisible, visibleTask } from '../visible-task.ts';
import {
  MAX_WAIT_SECONDS,
  PREFERENCE_APPLIED_HEADER,
  PreferHeader,
  waitAsPreferred,
  waitPreference,
} from '../wait-preference.ts';

export function getTaskRoute(app: ApiInstance): void {
  app.get(
    '/tasks/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getTask',
        tags: ['Tasks'],
        summary: 'Read a task',
        description: `Its state, progress and attempts, and once it is done its result or its error. With \`Prefer: wait=N\` the answer comes when the task has finished, or as it is after N seconds, ${MAX_WAIT_SECONDS} at most.`,
        headers: Type.Object({ Prefer: Type.Optional(PreferHeader) }),
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: { ...answer('The task.', TaskResource), headers: PREFERENCE_APPLIED_HEADER },
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'TASK_NOT_FOUND', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const preference = waitPreference(request);
      if (preference === undefined) return visibleTask(request, id);
      await assertVisible(request, id);
      const waited = await waitAsPreferred(app, id, preference, reply);
      return waited ?? visibleTask(request, id);
    },
  );
}
