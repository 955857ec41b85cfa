import { createBullMq } from './bullmq.ts';

/** With what its page "Going to production" calls enough for most applications. */
export const bullmqEverysec = createBullMq({
  name: 'bullmq-everysec',
  appendfsync: 'everysec',
  durability:
    'appended to the Redis log, synced once a second: a crash of the machine loses a second of accepted tasks',
});
