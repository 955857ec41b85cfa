import { BrokerError } from '@offload/broker';
import type { HandlerLogger } from '@offload/handler';
import { StoreUnavailableError } from '@offload/store';
import { pause } from './pause.ts';

/** It was over before it was done: nothing is to be stored, and nobody here asks any more. */
export const LOST = Symbol('lost');

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2000;

/**
 * Tries until an action has succeeded, or one of the signals says that it is over: a delivery's `lost` for example. Whatever
 * goes wrong may be mended: a delivery that was dropped here would take its slot with it.
 */
export async function whileOurs<T>(
  over: readonly [AbortSignal, ...AbortSignal[]],
  logger: HandlerLogger,
  action: () => Promise<T>,
): Promise<T | typeof LOST> {
  let delayMs = FIRST_DELAY_MS;
  for (let tries = 0; !over.some(({ aborted }) => aborted); tries++) {
    try {
      return await action();
    } catch (err) {
      if (!isOutage(err)) logger.error({ err }, 'holding on after an unexpected error');
      else if (tries === 0) logger.warn({ reason: err.message }, 'holding on until it is back');
      await pause(delayMs * (0.5 + Math.random() / 2), over);
      delayMs = Math.min(LONGEST_DELAY_MS, delayMs * 2);
    }
  }
  return LOST;
}

function isOutage(error: unknown): error is StoreUnavailableError | BrokerError {
  return error instanceof StoreUnavailableError || error instanceof BrokerError;
}
