import type { Delivery } from '@offload/broker';
import type { HandlerLogger } from '@offload/handler';
import type { Store } from '@offload/store';
import type { RunningAttempt, RunningAttempts } from './running-attempts.ts';
import { whenAborted } from './when-aborted.ts';
import { whileOurs } from './while-ours.ts';

export interface Outliving {
  store: Pick<Store, 'detach'>;
  attempts: RunningAttempts;
  /** As many attempts may go on without their deliveries. */
  concurrency: number;
  /** Aborted when the worker has given up what still runs. */
  closed: AbortSignal;
  logger: HandlerLogger;
}

/**
 * Lets an attempt go on when its delivery is lost, to a restart of the broker or an ack timeout for example: work of hours
 * is not thrown away. The store is told at once, before another worker takes the message for that of a dead one. The new
 * channel brings new deliveries, so there is a limit; beyond it the attempt is interrupted.
 * @returns a function to call when the attempt has ended
 */
export function outliveDelivery(delivery: Delivery, running: RunningAttempt, outliving: Outliving): () => void {
  const { store, attempts, concurrency, closed, logger } = outliving;
  let ended: AbortController | undefined;

  async function detach(): Promise<void> {
    if (closed.aborted) return;
    if (attempts.detached >= concurrency) running.interrupt();
    else {
      running.isDetached = true;
      logger.warn({}, 'delivery lost, the attempt goes on');
    }
    ended = new AbortController();
    // Also if it is interrupted: it takes its time to end, and its message must not be taken for that of a dead worker.
    const answer = await whileOurs([ended.signal], logger, () => store.detach(running));
    if (answer === 'superseded') running.lose();
  }

  const callOff = whenAborted(delivery.lost, () => void detach());
  if (delivery.lost.aborted) void detach();
  return () => {
    callOff();
    ended?.abort();
  };
}
