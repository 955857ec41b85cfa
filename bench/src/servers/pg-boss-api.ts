import { QUEUE, startBoss } from './pg-boss-queue.ts';
import { serveTasks } from './task-route.ts';

const boss = await startBoss();
// Page "Queues": with `notify` a worker that listens gets to know of a task at once, where it would poll otherwise.
await boss.createQueue(QUEUE, { notify: true });

await serveTasks(async (payload) => {
  const id = await boss.send(QUEUE, payload);
  if (id === null) throw new Error('pg-boss made no job');
  return id;
});
