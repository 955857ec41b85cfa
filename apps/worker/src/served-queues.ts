import { fullQueueName, queueNames, type Topology, taskQueues } from '@offload/contract';
import { listOf, StartupError } from '@offload/process';
import type { WorkerConfig } from './config.ts';

/** A queue that a worker takes tasks from. */
export interface ServedQueue {
  /** Its full name. */
  name: string;
  /** Tasks of it that the worker runs at once. */
  concurrency: number;
}

/** Callbacks that a worker delivers at once: it only waits for answers, some of which take long. */
const CALLBACK_CONCURRENCY = 20;

/**
 * The queues that the settings tell a worker to serve.
 * @throws StartupError where `WORKER_QUEUES` names one that `QUEUES` does not
 */
export function servedQueues(
  { WORKER_QUEUES, WORKER_CONCURRENCY }: Pick<WorkerConfig, 'WORKER_QUEUES' | 'WORKER_CONCURRENCY'>,
  topology: Topology,
): ServedQueue[] {
  const members = listOf(WORKER_QUEUES);
  const usual = (queue: string) => (queue === topology.callbackQueue ? CALLBACK_CONCURRENCY : WORKER_CONCURRENCY);
  if (members.length === 0) return taskQueues(topology).map((name) => ({ name, concurrency: usual(name) }));
  const served = new Map<string, number>();
  for (const member of members) {
    const [name = '', concurrency] = member.split(':');
    const full = fullQueueName(topology, name);
    if (full === undefined) {
      const known = queueNames(topology).join(', ');
      throw new StartupError(`WORKER_QUEUES names the queue '${name}', which QUEUES does not; known: ${known}`);
    }
    served.set(full, concurrency === undefined ? usual(full) : Number(concurrency));
  }
  return [...served].map(([name, concurrency]) => ({ name, concurrency }));
}
