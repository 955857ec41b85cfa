import { setInterval } from 'node:timers/promises';
import type { Listener, ListenOptions } from '../port.ts';
import { toMessage } from './properties.ts';
import { Subscription, type SubscriptionContext } from './subscription.ts';

/** Milliseconds. No broker tells a queue that its exchange was deleted: only binding it again shows, and mends, that. */
const BIND_INTERVAL_MS = 5_000;

/** A vhost may make every other queue a quorum queue, which cannot be ours alone. */
const OWN_QUEUE = { exclusive: true, autoDelete: true, durable: false, arguments: { 'x-queue-type': 'classic' } };

/** Subscribes to the control exchange, with a queue that comes and goes with the channel. */
export function listenToControl(options: ListenOptions, context: SubscriptionContext): Listener {
  return new Subscription({
    ...context,
    part: 'listener',
    async prepare(session, lost) {
      const { queue } = await session.answer(session.channel.assertQueue('', OWN_QUEUE), 'declare a queue');
      const bind = () => session.answer(session.channel.bindQueue(queue, context.topology.controlExchange, ''), 'bind');
      await bind();
      void keepBound(bind, lost);
      return {
        queue,
        noAck: true,
        onMessage: (received) => options.onMessage(toMessage(received)),
      };
    },
  });
}

/** Where there is no such exchange any more, the broker closes the channel, and the next one declares it. */
async function keepBound(bind: () => Promise<unknown>, lost: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(BIND_INTERVAL_MS, undefined, { signal: lost })) await bind();
  } catch {
    // The channel has ended.
  }
}
