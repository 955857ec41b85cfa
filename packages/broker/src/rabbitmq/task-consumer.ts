import type { ConsumeOptions } from '../port.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { RabbitMqDelivery } from './delivery.ts';
import { Subscription, type SubscriptionContext } from './subscription.ts';

/** Subscribes to a task queue, so that a delivery is ours exactly as long as the channel of the subscription is open. */
export function consumeTasks(options: ConsumeOptions, context: SubscriptionContext): Subscription {
  const { queue = context.topology.queue } = options;
  return new Subscription({
    ...context,
    part: queue === context.topology.queue ? 'consumer' : `consumer of ${queue}`,
    async prepare(session, lost) {
      await session.answer(session.channel.prefetch(options.prefetch), 'set the prefetch');
      const acknowledgements = new Acknowledgements(session.channel);
      return {
        queue,
        noAck: false,
        onMessage: (received) => options.onDelivery(new RabbitMqDelivery(acknowledgements, received, lost)),
      };
    },
  });
}
