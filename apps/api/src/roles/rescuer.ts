import { setTimeout as delay } from 'node:timers/promises';
import { type Role, repeat } from './role.ts';

const PAUSE_MS = 5000;
/**
 * Milliseconds of silence after which a worker counts as dead: the broker, which notices within two AMQP heartbeats of ten
 * seconds, comes first.
 */
const SILENT_MS = 30_000;
/** Milliseconds: three heartbeats. */
const SILENT_DETACHED_MS = 15_000;
const LIMIT = 1000;

/** Takes back running tasks whose worker is dead and whose message did not come back: the broker died with it, for example. */
export const rescuer: Role = async ({ store, logger }, signal) => {
  // After an outage of the store all heartbeats are old; the living ones are renewed by then.
  await delay(SILENT_DETACHED_MS, undefined, { signal });
  await repeat({ pauseMs: PAUSE_MS, logger, name: 'rescuer' }, signal, async () => {
    const rescued = await store.rescue({ silentMs: SILENT_MS, silentDetachedMs: SILENT_DETACHED_MS, limit: LIMIT });
    if (rescued > 0) logger.warn({ rescued }, 'running tasks of dead workers taken back');
  });
};
