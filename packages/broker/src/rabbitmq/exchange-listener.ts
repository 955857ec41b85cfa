import type { ListenOptions } from '../port.ts';
import { toMessage } from './properties.ts';
import { Subscription, type SubscriptionContext } from './subscription.ts';

/**
 * Bytes that wait for a listener that is too slow; beyond that the oldest are dropped. A few minutes of cancels, or as many
 * events as a process can make sense of late.
 */
const MAX_WAITING_BYTES = 16_777_216;

/** A vhost may make every other queue a quorum queue, which cannot be ours alone. */
const OWN_QUEUE = {
  exclusive: true,
  autoDelete: true,
  durable: false,
  arguments: { 'x-queue-type': 'classic', 'x-max-length-bytes': MAX_WAITING_BYTES },
};

/** Subscribes to one of the fanout exchanges, with a queue that comes and goes with the channel. */
export function listenTo(exchange: string, options: ListenOptions, context: SubscriptionContext): Subscription {
  return new Subscription({
    ...context,
    part: 'listener',
    async prepare(session) {
      const { queue } = await session.answer(session.channel.assertQueue('', OWN_QUEUE), 'declare a queue');
      await session.answer(session.channel.bindQueue(queue, exchange, ''), 'bind');
      return {
        queue,
        noAck: true,
        onMessage: (received) => options.onMessage(toMessage(received)),
      };
    },
    onLive: () => options.onLive?.(),
  });
}
