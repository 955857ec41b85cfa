import { setTimeout as delay } from 'node:timers/promises';
import type { Broker } from '@offload/broker';
import type { Logger } from '@offload/process';
import type { Store } from '@offload/store';

/** What the background roles work with. */
export interface RoleContext {
  store: Store;
  broker: Broker;
  logger: Logger;
}

/** Work in the background until the signal is aborted. Rejects with nothing but the signal's reason. */
export type Role = (context: RoleContext, signal: AbortSignal) => Promise<void>;

/** Milliseconds by which a pause may be late; beyond that the process, or its machine, was frozen, and the others with it perhaps. */
const LATE_MS = 3000;

/**
 * Does a piece of work again and again, with a pause before each; after having been frozen, with another one, in which everybody
 * else wakes up. A failure is logged, and no reason to end.
 */
export async function repeat(
  { pauseMs, logger, name }: { pauseMs: number; logger: Logger; name: string },
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const askedAt = Date.now();
    await delay(pauseMs, undefined, { signal });
    if (Date.now() - askedAt > pauseMs + LATE_MS) continue;
    try {
      await work();
    } catch (err) {
      logger.warn({ err, role: name }, 'background role failed, trying again');
    }
  }
}
