import type { Delivery } from '@offload/broker';
import type { TaskTicket } from '@offload/contract';
import type { HandlerLogger } from '@offload/handler';
import type { Claim, Store } from '@offload/store';
import { pause } from './pause.ts';
import type { RunningAttempts } from './running-attempts.ts';
import { type LOST, whileOurs } from './while-ours.ts';

export interface ClaimDependencies {
  store: Store;
  /** Name of this worker. */
  worker: string;
  attempts: RunningAttempts;
  /** Aborted when nothing of the queue is started any more: the worker stops, or the queue is paused. */
  stopping: AbortSignal;
  logger: HandlerLogger;
}

/**
 * Milliseconds before a message that came back is taken for that of a dead worker: one that lives and has only lost its
 * channel says so within them.
 */
const TAKEOVER_DELAY_MS = 250;

/**
 * Starts an attempt at the delivered task, or says why not.
 * @returns LOST when the delivery went to another worker, or this one is to start nothing
 */
export async function claimTask(
  delivery: Delivery,
  { id: taskId, queuedAt }: TaskTicket,
  quarantined: boolean,
  { store, worker, attempts, stopping, logger }: ClaimDependencies,
): Promise<Claim | typeof LOST> {
  if (delivery.redelivered && !quarantined) {
    await pause(TAKEOVER_DELAY_MS, [delivery.lost, stopping]);
    if (attempts.isHeld(taskId)) return { kind: 'refused', reason: 'running' };
  }
  let repeated = false;
  return whileOurs([delivery.lost, stopping], logger, () => {
    const request = { taskId, worker, redelivered: delivery.redelivered, ticket: queuedAt, repeated, quarantined };
    repeated = true;
    return store.claim(request);
  });
}
