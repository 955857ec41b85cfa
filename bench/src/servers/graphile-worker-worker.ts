import { Logger, run } from 'graphile-worker';
import { performBenchTask } from './bench-task.ts';
import type { TaskBody } from './task-route.ts';

const concurrentJobs = Number(process.env.CONCURRENCY);

/** Connections of one worker at the most: those of the page "Performance"; several workers share the server. */
const MAX_CONNECTIONS = 25;

const runner = await run({
  preset: {
    worker: {
      connectionString: String(process.env.DATABASE_URL),
      concurrentJobs,
      // Page "Performance": one connection more than jobs, and batches both ways.
      maxPoolSize: Math.min(concurrentJobs + 1, MAX_CONNECTIONS),
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
  // As in production, no line for each job on a disk that is measured.
  logger: new Logger(() => () => undefined),
  taskList: {
    async bench(payload, { job, query }) {
      const result = await performBenchTask(asPayload(payload));
      // A finished job is deleted together with whatever its task returned: it has to store that itself.
      await query('insert into bench_results values ($1, $2) on conflict do nothing', [job.id, result]);
    },
  },
});
await runner.promise;

/** The library leaves a payload unknown; it is what the route has validated. */
function asPayload(payload: unknown): TaskBody['payload'] {
  return payload as TaskBody['payload'];
}
