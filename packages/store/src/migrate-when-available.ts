import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError } from './errors.ts';
import type { StoreLogger } from './open-store.ts';
import type { Store } from './port.ts';

export interface WaitOptions {
  logger: StoreLogger;
  /** Ends the wait. */
  signal: AbortSignal;
  /** Milliseconds between two tries. @default 1000 */
  intervalMs?: number;
}

/** Tries between two lines in the log. */
const TRIES_PER_WARNING = 10;

/**
 * Migrates as soon as the database is there: processes may be started in any order. Rejects with the signal's reason, or
 * with whatever else than unavailability went wrong.
 */
export async function migrateWhenAvailable(store: Pick<Store, 'migrate'>, options: WaitOptions): Promise<void> {
  const { logger, signal, intervalMs = 1000 } = options;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    try {
      return await store.migrate();
    } catch (err) {
      if (!(err instanceof StoreUnavailableError)) throw err;
      if (tries % TRIES_PER_WARNING === 0) logger.warn({ reason: err.message }, 'waiting for the database');
      await delay(intervalMs, undefined, { signal });
    }
  }
}
