import { setTimeout as delay } from 'node:timers/promises';
import { withChannel } from '@offload/test-deployment';

/** Messages that are worth a purge. */
const ENOUGH = 10;
/** Milliseconds in which the queue is purged again until it was enough. */
const LONGEST_MS = 10_000;

/** Purges the queue. @returns the number of messages that are gone */
export async function purgeQueue(amqpUrls: readonly string[], queue: string, signal: AbortSignal): Promise<number> {
  return onAnyNode(amqpUrls, (amqpUrl) =>
    withChannel(amqpUrl, async (channel) => {
      const startedAt = performance.now();
      let purged = 0;
      while (!signal.aborted && purged < ENOUGH && performance.now() - startedAt < LONGEST_MS) {
        purged += (await channel.purgeQueue(queue)).messageCount;
        await delay(50);
      }
      return purged;
    }),
  );
}

/** Deletes what the storm declared, on a broker that stays. */
export async function deleteQueues(amqpUrls: readonly string[], queue: string): Promise<void> {
  await onAnyNode(amqpUrls, (amqpUrl) =>
    withChannel(amqpUrl, async (channel) => {
      await channel.deleteQueue(queue);
      await channel.deleteQueue(`${queue}.dead`);
    }),
  );
}

async function onAnyNode<T>(amqpUrls: readonly string[], work: (amqpUrl: string) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (const amqpUrl of amqpUrls) {
    try {
      return await work(amqpUrl);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
