import { QUEUE, startBoss } from './pg-boss-queue.ts';
import { serveTasks } from './task-route.ts';

const boss = await startBoss();
// Polled, as by default. A queue with `notify` wakes its workers within milliseconds, but every insert then commits
// behind one lock and every fetch finds one task: fewer tasks are taken and fewer are done.
await boss.createQueue(QUEUE);

await serveTasks(async (payload) => {
  const id = await boss.send(QUEUE, payload);
  if (id === null) throw new Error('pg-boss made no job');
  return id;
});
