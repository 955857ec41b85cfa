import type { Broker, BrokerCounters } from '@offload/broker';
import type { Metrics } from './metrics.ts';

const OUTCOMES = ['confirmed', 'returned', 'refused', 'lost', 'late'] as const satisfies (keyof BrokerCounters)[];

/** What the broker's adapter has counted. */
export function exposeBroker(metrics: Metrics, { counters, publisher }: Pick<Broker, 'counters' | 'publisher'>): void {
  metrics.add({
    name: 'offload_broker_up',
    help: 'Whether a message published now would be sent: connected, queue declared, no alarm.',
    type: 'gauge',
    samples: () => [{ labels: {}, value: publisher.isReady ? 1 : 0 }],
  });
  metrics.add({
    name: 'offload_messages_published_total',
    help: 'Messages by how publishing went: confirmed, returned (no queue), refused (nack), lost (channel gone), late (no confirm in time).',
    type: 'counter',
    samples: () => OUTCOMES.map((outcome) => ({ labels: { outcome }, value: counters[outcome] })),
  });
  metrics.add({
    name: 'offload_broker_reconnects_total',
    help: 'Connections to the broker that were made anew after a loss.',
    type: 'counter',
    samples: () => [{ labels: {}, value: counters.reconnects }],
  });
}
