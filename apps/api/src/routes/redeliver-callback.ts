import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { CallbackResource, exampleCallback, shownCallback } from '../callback-resource.ts';
import { seenBy } from '../client.ts';
import { refuseBody } from '../no-body.ts';
import { ProblemError } from '../problem.ts';
import { answer, problems, shownAs } from '../responses.ts';
import { visibleTask } from '../visible-task.ts';

export function redeliverCallbackRoute(app: ApiInstance): void {
  const { store } = app.dependencies;
  app.post(
    '/tasks/:id/callback/redeliver',
    {
      config: { scope: 'submit' },
      preValidation: refuseBody,
      schema: {
        operationId: 'redeliverCallback',
        tags: ['Tasks'],
        summary: "Deliver a task's callback again",
        description:
          'Now, whatever became of it so far, under the same `webhook-id`; it may fail as often as a new one. A URL that has answered `410` is in use again. A delivery that is under way is left to it.',
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          202: shownAs(answer('The callback, due again.', CallbackResource), {
            ...exampleCallback,
            state: 'scheduled',
            nextAttemptAt: '2027-01-01T08:00:00.000Z',
          }),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNSUPPORTED_MEDIA_TYPE',
            'UNAUTHORIZED',
            'TASK_NOT_FOUND',
            'CALLBACK_NOT_FOUND',
            'TASK_GONE',
            'TASK_NOT_FINISHED',
            'BODY_TOO_LARGE',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const callback = await store.redeliverCallback(id, seenBy(request.client));
      if (!callback?.delivery) {
        const { state } = await visibleTask(request, id);
        if (callback) throw new ProblemError('TASK_NOT_FINISHED', `Task ${id} is ${state}.`);
      }
      reply.code(202);
      return shownCallback(callback);
    },
  );
}
