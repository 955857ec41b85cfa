import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '@offload/broker';
import { StoreUnavailableError } from '@offload/store';
import type { HandlerLogger } from './handler.ts';

/** It was over before the action succeeded: another worker gets the message. */
export const LOST = Symbol('lost');

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2000;

/**
 * Holds a delivery while the store or the broker is away: repeats the action until it succeeds, or one of the signals says
 * that it is over, the delivery's `lost` above all. Errors of any other kind are thrown.
 */
export async function whileOurs<T>(
  over: readonly [AbortSignal, ...AbortSignal[]],
  logger: HandlerLogger,
  action: () => Promise<T>,
): Promise<T | typeof LOST> {
  for (
    let delayMs = FIRST_DELAY_MS;
    !over.some(({ aborted }) => aborted);
    delayMs = Math.min(LONGEST_DELAY_MS, delayMs * 2)
  ) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError || error instanceof BrokerError)) throw error;
      logger.warn({ err: error }, 'holding the delivery');
      await delay(delayMs * (0.5 + Math.random() / 2), undefined, { signal: over[0] }).catch(() => undefined);
    }
  }
  return LOST;
}
