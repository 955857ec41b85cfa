import type { Job } from 'pg-boss';
import { performBenchTask } from './bench-task.ts';
import { type Payload, QUEUE, startBoss } from './pg-boss-queue.ts';

/** Tasks that one fetch takes, when so many may run at once. */
const BATCH_SIZE = 10;

const concurrency = Number(process.env.CONCURRENCY);
const batchSize = Math.min(concurrency, BATCH_SIZE);
const boss = await startBoss({ useListenNotify: true });

// Page "Workers": `localConcurrency` fetches in parallel; batches save round trips, and `perJobResults` keeps the
// result of each; `burstWhenBatchFull` fetches without a pause while there is a backlog; 0.5 s is the shortest poll.
await boss.work(
  QUEUE,
  {
    localConcurrency: Math.max(1, Math.floor(concurrency / batchSize)),
    batchSize,
    perJobResults: true,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 0.5,
  },
  (jobs: Job<Payload>[]) =>
    Promise.all(
      jobs.map(async ({ id, data }) => ({ id, status: 'completed' as const, output: await performBenchTask(data) })),
    ),
);
