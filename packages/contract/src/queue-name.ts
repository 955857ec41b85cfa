import type { Topology } from './topology.ts';

/** The main queue's, which has no name of its own. */
export const DEFAULT_QUEUE_NAME = 'default';

/** Every task queue by its full name, the main one first. */
export function taskQueues({ queue, namedQueues }: Topology): string[] {
  return [queue, ...namedQueues];
}

/** What clients call the task queues, the main one first. */
export function queueNames({ queue, namedQueues }: Topology): string[] {
  return [DEFAULT_QUEUE_NAME, ...namedQueues.map((full) => full.slice(queue.length + 1))];
}

/** The full name of the queue that clients call so; `undefined` when there is none. */
export function fullQueueName(topology: Topology, name: string): string | undefined {
  return taskQueues(topology)[queueNames(topology).indexOf(name)];
}
