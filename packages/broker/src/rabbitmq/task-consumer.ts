import type { ConsumeOptions } from '../port.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { RabbitMqDelivery } from './delivery.ts';
import { Subscription, type SubscriptionContext } from './subscription.ts';

/** Subscribes to the task queue, so that a delivery is ours exactly as long as the channel of the subscription is open. */
export function consumeTasks(options: ConsumeOptions, context: SubscriptionContext): Subscription {
  return new Subscription({
    ...context,
    part: 'consumer',
    async prepare(session, lost) {
      await session.answer(session.channel.prefetch(options.prefetch), 'set the prefetch');
      const acknowledgements = new Acknowledgements(session.channel);
      return {
        queue: context.topology.queue,
        noAck: false,
        onMessage: (received) => options.onDelivery(new RabbitMqDelivery(acknowledgements, received, lost)),
      };
    },
  });
}
