import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { exampleTasks } from '../example-tasks.ts';
import { refuseBody } from '../no-body.ts';
import { ProblemError } from '../problem.ts';
import { accepted, acceptedHeaders, problems, shownAs } from '../responses.ts';
import { taskNotFound } from '../task-not-found.ts';

export function retryTaskRoute(app: ApiInstance): void {
  app.post(
    '/tasks/:id/retry',
    {
      config: { scope: 'submit' },
      preValidation: refuseBody,
      schema: {
        operationId: 'retryTask',
        tags: ['Tasks'],
        summary: 'Start a finished task over',
        description:
          'Whatever it came to: the task is sent again under its own id, and may fail as often as a new one. The attempts made so far stay on record; its result or error does not, nor its `expiresAt`.',
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          202: shownAs(accepted('The task, due again.'), exampleTasks.startedOver),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNSUPPORTED_MEDIA_TYPE',
            'UNAUTHORIZED',
            'TASK_NOT_FOUND',
            'TASK_GONE',
            'TASK_NOT_FINISHED',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async ({ params: { id }, client }, reply) => {
      const restart = await app.dependencies.store.restart(id, seenBy(client));
      switch (restart.kind) {
        case 'restarted':
          app.dependencies.broker.announce({ taskId: restart.task.id, kind: 'changed' });
          return reply.code(202).headers(acceptedHeaders(restart.task)).send(restart.task);
        case 'unknown':
          throw taskNotFound(app, id);
        case 'refused':
          throw new ProblemError('TASK_NOT_FINISHED', `Task ${id} is ${restart.state}.`);
      }
    },
  );
}
