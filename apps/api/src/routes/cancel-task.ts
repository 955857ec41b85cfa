import { TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { exampleTasks } from '../example-tasks.ts';
import { refuseBody } from '../no-body.ts';
import { ProblemError } from '../problem.ts';
import { answer, problems, shownAs } from '../responses.ts';
import { signalWorkers } from '../signal-workers.ts';
import { taskNotFound } from '../task-not-found.ts';
import { TaskResource } from '../task-resource.ts';

export function cancelTaskRoute(app: ApiInstance): void {
  const { store, broker } = app.dependencies;

  app.post(
    '/tasks/:id/cancel',
    {
      config: { scope: 'cancel' },
      preValidation: refuseBody,
      schema: {
        operationId: 'cancelTask',
        tags: ['Tasks'],
        summary: 'Cancel a task',
        description:
          'A task that has not been started never will be. The worker of a running one is told to stop: at once where it hears of it, with its next heartbeat, within 5 seconds, at the latest. One that ends by itself before that keeps its outcome.',
        params: Type.Object({ id: TaskIdSchema }),
        response: {
          200: shownAs(answer('The task, cancelled.', TaskResource), exampleTasks.cancelled),
          202: shownAs(answer('The task, still running, with `cancelRequestedAt`.', TaskResource), exampleTasks.asked),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNSUPPORTED_MEDIA_TYPE',
            'UNAUTHORIZED',
            'TASK_NOT_FOUND',
            'TASK_GONE',
            'TASK_NOT_CANCELLABLE',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async ({ params: { id }, client, log }, reply) => {
      const cancellation = await store.cancel(id, seenBy(client));
      switch (cancellation.kind) {
        case 'cancelled':
          broker.announce({ taskId: cancellation.task.id, kind: 'settled' });
          return cancellation.task;
        case 'requested':
          await signalWorkers(broker, { kind: 'cancel', taskId: id }, log);
          return reply.code(202).send(cancellation.task);
        case 'unknown':
          throw taskNotFound(app, id);
        case 'refused':
          throw new ProblemError('TASK_NOT_CANCELLABLE', `Task ${id} is ${cancellation.state}.`);
      }
    },
  );
}
