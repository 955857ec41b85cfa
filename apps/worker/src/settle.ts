import type { Delivery } from '@offload/broker';
import type { Settlement, Store } from '@offload/store';
import type { HandlerLogger } from './handler.ts';
import { LOST, whileOurs } from './while-ours.ts';

/**
 * Stores what an attempt came to, then acknowledges its message: never the other way round.
 *
 * An interrupted attempt's message is not acknowledged; it goes back to the queue when its channel closes. The outcome of a
 * lost delivery is stored all the same, unless another worker has started the next attempt already.
 */
export async function settle(
  store: Pick<Store, 'settle'>,
  delivery: Delivery,
  settlement: Settlement,
  logger: HandlerLogger,
): Promise<'stored' | 'superseded' | typeof LOST> {
  const stored = delivery.lost.aborted
    ? await store.settle(settlement)
    : await whileOurs([delivery.lost], logger, () => store.settle(settlement));
  if (stored !== LOST && settlement.outcome.kind !== 'interrupted') delivery.ack();
  return stored;
}
