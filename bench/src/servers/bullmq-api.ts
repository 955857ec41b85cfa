import { Queue } from 'bullmq';
import { serveTasks } from './task-route.ts';

const queue = new Queue('bench', {
  // Page "Going to production": where a client waits, fail at once instead of trying for ever.
  connection: { url: String(process.env.REDIS_URL), maxRetriesPerRequest: 1 },
  defaultJobOptions: {
    attempts: 3,
    backoff: { type: 'exponential', delay: 1_000 },
    // Page "Auto-removal of jobs": Redis must not grow without end. An hour keeps every result that is read here.
    removeOnComplete: { age: 3_600 },
    removeOnFail: { age: 24 * 3_600 },
  },
});
queue.on('error', (error) => console.error(error));
await queue.waitUntilReady();

await serveTasks(async (payload) => {
  const { id } = await queue.add('bench', payload);
  if (id === undefined) throw new Error('BullMQ gave the job no id');
  return id;
});
