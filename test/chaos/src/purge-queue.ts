import { setTimeout as delay } from 'node:timers/promises';
import { withChannel } from '@offload/test-deployment';

/** Milliseconds in which the queue is watched for something to purge. */
const WATCH_MS = 5000;

/** Purges the queue, preferably when there is something in it. @returns the number of messages that are gone */
export async function purgeQueue(amqpUrls: readonly string[], queue: string, signal: AbortSignal): Promise<number> {
  return onAnyNode(amqpUrls, (amqpUrl) =>
    withChannel(amqpUrl, async (channel) => {
      const watchedSince = performance.now();
      while (!signal.aborted && performance.now() - watchedSince < WATCH_MS) {
        if ((await channel.checkQueue(queue)).messageCount > 0) break;
        await delay(20);
      }
      return (await channel.purgeQueue(queue)).messageCount;
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
