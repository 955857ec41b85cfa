import type { Topology } from './topology.ts';

/** The main queue's, which has no name of its own. */
export const DEFAULT_QUEUE_NAME = 'default';

/** Every task queue by its full name, the main one first. */
export function taskQueues({ queue, namedQueues, callbackQueue }: Topology): string[] {
  return [queue, ...namedQueues, ...(callbackQueue === null ? [] : [callbackQueue])];
}

/** What clients call the task queues, the main one first. */
export function queueNames(topology: Topology): string[] {
  const [queue = '', ...others] = taskQueues(topology);
  return [DEFAULT_QUEUE_NAME, ...others.map((full) => full.slice(queue.length + 1))];
}

/** The full name of the queue that clients call so; `undefined` when there is none. */
export function fullQueueName(topology: Topology, name: string): string | undefined {
  return taskQueues(topology)[queueNames(topology).indexOf(name)];
}
