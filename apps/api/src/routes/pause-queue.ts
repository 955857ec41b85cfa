import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { futureIssue, storableTime } from '../point-in-time.ts';
import { QueueParams, queueOfPath } from '../queue-of.ts';
import { PausedQueue, pauseOf, ReasonSchema } from '../queue-pause-resource.ts';
import { problems } from '../responses.ts';
import { signalWorkers } from '../signal-workers.ts';
import { invalidBody } from '../submission.ts';

const Body = Type.Object(
  {
    reason: ReasonSchema,
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'RFC 3339, in the future: when the queue is resumed by itself. Without it, it has to be resumed.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ reason: 'The reports database is being moved' }] },
);

export function pauseQueueRoute(app: ApiInstance): void {
  const { store, broker } = app.dependencies;
  app.post(
    '/queues/:name/pause',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'pauseQueue',
        tags: ['System'],
        summary: 'Pause a queue',
        description:
          'Workers take no tasks from it until it is resumed, or `until` has passed; those that run are finished. Tasks are accepted all the same, and wait. Workers hear of it at once, or with their next heartbeat, within 5 seconds. To pause a queue that is paused replaces the reason, who and until when.',
        params: QueueParams,
        body: Body,
        response: {
          200: { ...PausedQueue, description: 'The queue is paused.' },
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'QUEUE_NOT_FOUND',
            'BODY_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request) => {
      const { client, log, body, params } = request;
      const queue = queueOfPath(params.name, broker.topology);
      const errors = futureIssue('/until', body.until);
      if (errors.length > 0) throw invalidBody(errors);
      const { reason } = body;
      const until = body.until === undefined ? {} : { until: storableTime(body.until) };
      const pause = await store.pauseQueue({ queue, by: client.name ?? client.id, reason, ...until });
      request.subject = { queue, reason, ...until };
      await signalWorkers(broker, { kind: 'queues' }, log);
      return { name: queue, paused: pauseOf(pause) };
    },
  );
}
