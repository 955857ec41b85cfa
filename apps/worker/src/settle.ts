import type { Delivery } from '@offload/broker';
import type { HandlerLogger } from '@offload/handler';
import { type Settlement, type Store, StoreConfigurationError, StoreUnavailableError } from '@offload/store';
import { type LOST, whileOurs } from './while-ours.ts';

/**
 * Stores what an attempt came to, then acknowledges its message: never the other way round.
 *
 * An interrupted attempt's message is not acknowledged; it goes back to the queue when its channel closes. The outcome of a
 * lost delivery is stored all the same, unless another worker has started the next attempt already: the store knows.
 *
 * @param closed aborted when the worker cannot wait for the store any longer
 */
export async function settle(
  store: Pick<Store, 'settle'>,
  delivery: Delivery,
  settlement: Settlement,
  closed: AbortSignal,
  logger: HandlerLogger,
): Promise<'stored' | 'superseded' | typeof LOST> {
  const stored = await whileOurs([closed], logger, () => storeOutcome(store, settlement, logger));
  if (typeof stored === 'string' && settlement.outcome.kind !== 'interrupted') delivery.ack();
  return stored;
}

/** A result that the store refuses, for its size for example, fails the task: it would be refused for ever. */
async function storeOutcome(
  store: Pick<Store, 'settle'>,
  settlement: Settlement,
  logger: HandlerLogger,
): Promise<'stored' | 'superseded'> {
  try {
    return await store.settle(settlement);
  } catch (err) {
    if (settlement.outcome.kind !== 'succeeded' || !isRefusal(err)) throw err;
    logger.error({ err }, 'result refused by the store');
    const error = { code: 'INVALID_RESULT', message: 'the store cannot keep the result', retryable: false };
    return store.settle({ ...settlement, outcome: { kind: 'failed', error } });
  }
}

function isRefusal(error: unknown): boolean {
  return !(error instanceof StoreUnavailableError || error instanceof StoreConfigurationError);
}
