import { QUEUE, startBoss } from './pg-boss-queue.ts';
import { serveTasks } from './task-route.ts';

const boss = await startBoss();
// Polled, as by default. With `notify` a worker starts within milliseconds instead of half a second, but the queue took
// about a third fewer tasks: Postgres commits transactions that notify one after the other.
await boss.createQueue(QUEUE);

await serveTasks(async (payload) => {
  const id = await boss.send(QUEUE, payload);
  if (id === null) throw new Error('pg-boss made no job');
  return id;
});
