import { isFinal, TaskIdSchema } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { problems } from '../responses.ts';
import { streamTask } from '../streams/stream-task.ts';
import { changesSince, parsePosition } from '../streams/task-history.ts';
import { taskNotFound } from '../task-not-found.ts';
import { assertVisible } from '../visible-task.ts';

export function streamTaskEventsRoute(app: ApiInstance): void {
  const { store } = app.dependencies;

  app.get(
    '/tasks/:id/events',
    {
      // There is no end that a HEAD could wait for.
      exposeHeadRoute: false,
      config: { scope: 'read' },
      schema: {
        operationId: 'streamTaskEvents',
        tags: ['Tasks'],
        summary: 'Follow a task',
        description:
          'Server-Sent Events: `state` whenever the task has another state, the present one first, `progress`, and `log` for what its handler logs. The stream ends after the final state; an `EventSource` that connects again then is answered `204`, which ends it, too. One that was cut off is told what it has missed. A reader that is too slow is cut off.',
        params: Type.Object({ id: TaskIdSchema }),
        headers: Type.Object({
          'Last-Event-ID': Type.Optional(
            Type.String({
              description:
                '`id` of the last event that was received: the stream goes on after it. An `EventSource` sends it by itself.',
            }),
          ),
        }),
        response: {
          200: Type.Unsafe<never>({
            description: 'Events until the task has finished.',
            content: {
              'text/event-stream': {
                schema: Type.String(),
                example:
                  'event: state\nid: 1.0.0\ndata: {"taskId":"0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11","state":"running","attempt":1,"at":"2026-01-01T00:00:00.000Z","runAt":null,"error":null,"result":null}\n\n',
              },
            },
          }),
          204: Type.Unsafe<never>({
            type: 'null',
            description: 'The task has finished, and its last event is the one that was received last.',
          }),
          ...problems(
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'TASK_NOT_FOUND',
            'TASK_GONE',
            'RATE_LIMITED',
            'TOO_MANY_STREAMS',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      const { params, headers } = request;
      const { id } = params;
      await assertVisible(request, id);
      const position = parsePosition(String(headers['last-event-id'] ?? ''));
      const task = await store.getTogether(id);
      if (!task) throw taskNotFound(app, id);
      if (position && isFinal(task.state) && changesSince(task, position).length === 0) return reply.code(204).send();
      const stream = await app.streams.open(reply);
      streamTask({ id, position, stream, store, follower: app.follower });
      return reply;
    },
  );
}
