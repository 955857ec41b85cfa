import { DEFAULT_QUEUE_NAME, fullQueueName, queueNames, type Topology, taskQueues } from '@offload/contract';
import { Type } from 'typebox';
import { ProblemError } from './problem.ts';

export const QueueNameSchema = Type.String({
  description: `Name of a queue, as in the server's \`QUEUES\`; \`${DEFAULT_QUEUE_NAME}\`, as without it: the main queue.`,
});

/**
 * The full name of the queue that a client asks for.
 * @throws ProblemError UNKNOWN_QUEUE
 */
export function queueOf(name: string | undefined, topology: Topology): string {
  if (name === undefined) return topology.queue;
  // That of callbacks is for them alone.
  const open = { ...topology, callbackQueue: null };
  const queue = fullQueueName(open, name);
  if (queue !== undefined) return queue;
  const known = queueNames(open).join(', ');
  throw new ProblemError('UNKNOWN_QUEUE', `No queue has this name; known: ${known}.`, {
    errors: [{ pointer: '/queue', message: `must be one of: ${known}` }],
  });
}

/** The queue of a path, under its name as `GET /queues` shows it, or as clients submit to it. */
export const QueueParams = Type.Object({
  name: Type.String({ maxLength: 255, description: 'In full, or as in `queue` of a new task.', examples: ['default'] }),
});

/**
 * Its full name.
 * @throws ProblemError QUEUE_NOT_FOUND
 */
export function queueOfPath(name: string, topology: Topology): string {
  const queue = taskQueues(topology).includes(name) ? name : fullQueueName(topology, name);
  if (queue !== undefined) return queue;
  throw new ProblemError('QUEUE_NOT_FOUND', `No queue is called '${name}'; known: ${queueNames(topology).join(', ')}.`);
}
