import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logger.ts';

export interface WaitOptions {
  /** What is waited for, as a log line names it. */
  what: string;
  logger: Logger;
  signal: AbortSignal;
  /** Whether an error says "not there yet"; any other ends the wait. */
  isUnavailable(error: unknown): boolean;
  /** Milliseconds between two tries. @default 1000 */
  intervalMs?: number;
}

/** Repeats an action until what it needs is there, and says so in the log; rejects when the signal is aborted. */
export async function waitUntilAvailable<T>(action: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { what, logger, signal, isUnavailable, intervalMs = 1000 } = options;
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (tries % 10 === 1) logger.warn({ err: error, what }, 'not available yet, waiting');
      await delay(intervalMs, undefined, { signal });
    }
  }
}
