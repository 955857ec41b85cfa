import { isFinal, TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { ETAG_HEADER, IF_NONE_MATCH, sendUnlessKnown } from '../conditional-answer.ts';
import { ProblemError } from '../problem.ts';
import { problems, secondsToNextLook } from '../responses.ts';
import { visibleTask } from '../visible-task.ts';

export function getTaskResultRoute(app: ApiInstance): void {
  app.get(
    '/tasks/:id/result',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getTaskResult',
        tags: ['Tasks'],
        summary: "Read a task's result",
        description:
          'What its handler returned, and nothing else. A task that has not finished is `409`, with `Retry-After`; one that has finished without a result is `424`, and its `task` says why.',
        headers: Type.Object({
          [IF_NONE_MATCH]: Type.Optional(Type.String({ description: '`ETag` of an earlier answer.' })),
        }),
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: Type.Unsafe<never>({
            description: 'The result; its schema depends on the type of the task.',
            examples: [{ sleptSeconds: 3 }],
            headers: ETAG_HEADER,
          }),
          304: Type.Unsafe<never>({
            type: 'null',
            description: 'The result is as the client has it.',
            headers: ETAG_HEADER,
          }),
          ...problems(
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'TASK_NOT_FOUND',
            'TASK_NOT_FINISHED',
            'TASK_GONE',
            'TASK_NOT_SUCCEEDED',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      const task = await visibleTask(request, request.params.id);
      const { id, state, error, result } = task;
      if (state === 'succeeded') return sendUnlessKnown(request, reply, result);
      if (isFinal(state)) {
        const detail = `Task ${id} is ${state}${error === null ? '' : `: ${error.message}`}.`;
        throw new ProblemError('TASK_NOT_SUCCEEDED', detail, { task: { id, state, error } });
      }
      throw new ProblemError('TASK_NOT_FINISHED', `Task ${id} is ${state}.`, {
        headers: { 'retry-after': secondsToNextLook(task) },
      });
    },
  );
}
