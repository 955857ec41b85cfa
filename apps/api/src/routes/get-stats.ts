import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import type { MeasuredQueue, QueueGauge } from '../queue-gauge.ts';
import { problems, refTo } from '../responses.ts';
import { type Goal, suggestWorkers } from '../suggest-workers.ts';

const Query = Type.Object(
  {
    drainWithinSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        default: 60,
        description: 'Seconds in which what waits is to be started, for `suggestedWorkers`.',
      }),
    ),
    slotsPerWorker: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          '`WORKER_CONCURRENCY` of a worker, for `suggestedWorkers`; by default what the live ones have on average, or 1.',
      }),
    ),
    maxWorkers: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 100,
        description: 'The most that `suggestedWorkers` says.',
      }),
    ),
  },
  { additionalProperties: false },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const QueueStatsResource = Type.Object(
  {
    queue: Type.String({ examples: ['task_queue'] }),
    queued: Count('Tasks whose message waits for a worker.'),
    due: Count('Tasks whose time has come, and whose message is about to be sent.'),
    scheduled: Count('Tasks whose time has not come, retries among them.'),
    running: Count('Tasks that workers run.'),
    oldestWaitMs: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      description: 'How long the oldest task that could be started has waited; `null` when none waits.',
    }),
    startedPerSecond: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      description:
        'Tasks that workers started per second, over the last minute in which this server was asked; `null` when it is asked for the first time.',
    }),
    workers: Count('Workers whose heartbeat is at most 15 seconds old.'),
    slots: Count('Tasks that these workers run at once.'),
    suggestedWorkers: Count(
      'Workers that it should have: a slot for each running task, and as many more as it takes to start what waits in time. 0 only when nothing waits and nothing runs.',
    ),
  },
  { $id: 'QueueStats' },
);

/** The answer for many who ask often: the gauge looks at the store once a second or so, whoever asks. */
export function getStatsRoute(app: ApiInstance, gauge: QueueGauge): void {
  app.addSchema(QueueStatsResource);
  app.get(
    '/stats',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getStats',
        tags: ['System'],
        summary: 'What waits, runs and serves',
        description:
          'Per queue, as the database sees it: what an autoscaler needs (docs/observability.md). Measured at most once a second, and answered to all who ask meanwhile.',
        querystring: Query,
        response: {
          200: Type.Object(
            { measuredAt: Type.String({ format: 'date-time' }), items: Type.Array(refTo(QueueStatsResource)) },
            { description: 'The queues.' },
          ),
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async ({ query: { drainWithinSeconds = 60, slotsPerWorker, maxWorkers = 100 } }) => {
      const { measuredAt, queues } = await gauge.read();
      const goal = { drainWithinSeconds, slotsPerWorker, maxWorkers };
      return { measuredAt, items: queues.map((queue) => statsOf(queue, goal)) };
    },
  );
}

function statsOf(measured: MeasuredQueue, goal: Goal) {
  const { oldestMs, startedPerSecond, ...counted } = measured;
  return {
    ...counted,
    oldestWaitMs: oldestMs,
    startedPerSecond: startedPerSecond === null ? null : Math.round(startedPerSecond * 100) / 100,
    suggestedWorkers: suggestWorkers(measured, goal),
  };
}
