import type { Broker } from '@offload/broker';
import type { Metrics, Sample } from '@offload/metrics';
import type { MeasuredQueue, QueueGauge } from './queue-gauge.ts';

/** Queues that get labels of their own, in the order of their names. */
const MAX_QUEUES = 100;
/** Milliseconds that the broker may take to count its dead letters. */
const DEAD_LETTERS_DEADLINE_MS = 2000;

const STATES = ['queued', 'due', 'scheduled', 'running'] as const;

/** What the database says of the queues: the same from every replica. Without its answer there are no samples but `offload_store_up`. */
export function exposeQueues(metrics: Metrics, gauge: QueueGauge, { deadLetters }: Pick<Broker, 'deadLetters'>): void {
  const gaugeOf = (name: string, help: string, samplesOf: (queue: MeasuredQueue) => Sample[]) =>
    metrics.add({
      name,
      help,
      type: 'gauge',
      samples: async () => (await measured()).flatMap(samplesOf),
    });

  async function measured(): Promise<readonly MeasuredQueue[]> {
    try {
      return (await gauge.read()).queues.slice(0, MAX_QUEUES);
    } catch {
      return [];
    }
  }

  metrics.add({
    name: 'offload_oldest_queued_seconds',
    help: 'How long the oldest task that could be started has waited; 0 when none waits.',
    type: 'gauge',
    isFirst: true,
    samples: async () =>
      (await measured()).map(({ queue, oldestMs }) => ({ labels: { queue }, value: (oldestMs ?? 0) / 1000 })),
  });
  gaugeOf('offload_tasks', 'Unfinished tasks by queue and state; due: about to be sent.', (measuredQueue) =>
    STATES.map((state) => ({ labels: { queue: measuredQueue.queue, state }, value: measuredQueue[state] })),
  );
  gaugeOf('offload_workers', 'Workers with a heartbeat within 15 seconds.', ({ queue, workers }) => [
    { labels: { queue }, value: workers },
  ]);
  gaugeOf('offload_worker_slots', 'Tasks that these workers run at once.', ({ queue, slots }) => [
    { labels: { queue }, value: slots },
  ]);
  metrics.add({
    name: 'offload_store_up',
    help: 'Whether the database has answered.',
    type: 'gauge',
    samples: async () => [{ labels: {}, value: (await measured()).length > 0 ? 1 : 0 }],
  });
  metrics.add({
    name: 'offload_dead_letters',
    help: 'Messages on the dead queue.',
    type: 'gauge',
    samples: () =>
      deadLetters.count(DEAD_LETTERS_DEADLINE_MS).then(
        (value) => [{ labels: {}, value }],
        () => [],
      ),
  });
}
