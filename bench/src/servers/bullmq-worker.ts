import { Worker } from 'bullmq';
import { type BenchResult, performBenchTask } from './bench-task.ts';
import type { TaskBody } from './task-route.ts';

const worker = new Worker<TaskBody['payload'], BenchResult>('bench', (job) => performBenchTask(job.data), {
  // Page "Going to production": a worker waits for Redis as long as it takes.
  connection: { url: String(process.env.REDIS_URL), maxRetriesPerRequest: null },
  concurrency: Number(process.env.CONCURRENCY),
});
worker.on('error', (error) => console.error(error));
