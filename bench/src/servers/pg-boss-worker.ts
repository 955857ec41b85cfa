import type { Job } from 'pg-boss';
import { performBenchTask } from './bench-task.ts';
import { type Payload, QUEUE, startBoss } from './pg-boss-queue.ts';

const boss = await startBoss();

// Page "Workers": a batch saves round trips, and `perJobResults` keeps the result of each of its tasks;
// `burstWhenBatchFull` fetches without a pause while there is a backlog; 0.5 s is the shortest poll.
await boss.work(
  QUEUE,
  {
    batchSize: Number(process.env.CONCURRENCY),
    perJobResults: true,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 0.5,
  },
  (jobs: Job<Payload>[]) =>
    Promise.all(
      jobs.map(async ({ id, data }) => ({ id, status: 'completed' as const, output: await performBenchTask(data) })),
    ),
);
