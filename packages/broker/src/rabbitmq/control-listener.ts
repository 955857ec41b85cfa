import type { Listener, ListenOptions } from '../port.ts';
import { toMessage } from './properties.ts';
import { Subscription, type SubscriptionContext } from './subscription.ts';

/** A vhost may make every other queue a quorum queue, which cannot be ours alone. */
const OWN_QUEUE = { exclusive: true, autoDelete: true, durable: false, arguments: { 'x-queue-type': 'classic' } };

/** Subscribes to the control exchange, with a queue that comes and goes with the channel. */
export function listenToControl(options: ListenOptions, context: SubscriptionContext): Listener {
  return new Subscription({
    ...context,
    part: 'listener',
    async prepare(session) {
      const { queue } = await session.answer(session.channel.assertQueue('', OWN_QUEUE), 'declare a queue');
      await session.answer(session.channel.bindQueue(queue, context.topology.controlExchange, ''), 'bind');
      return {
        queue,
        noAck: true,
        onMessage: (received) => options.onMessage(toMessage(received)),
      };
    },
  });
}
