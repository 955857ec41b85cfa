import { type Role, repeat } from './role.ts';

/**
 * Milliseconds, also before the first look: after an outage of the store all heartbeats are old, and those of the living are
 * renewed within an interval of five seconds and a deadline of two.
 */
const PAUSE_MS = 7000;
/**
 * Milliseconds of silence after which a worker counts as dead: the broker, which notices within three AMQP heartbeats of five
 * seconds, comes first.
 */
const SILENT_MS = 20_000;
/** Milliseconds: three heartbeats. */
const SILENT_DETACHED_MS = 15_000;
const LIMIT = 1000;

/** Takes back running tasks whose worker is dead and whose message did not come back: the broker died with it, for example. */
export const rescuer: Role = ({ store, broker, logger }, signal) =>
  repeat({ pauseMs: PAUSE_MS, logger, name: 'rescuer' }, signal, async () => {
    const rescued = await store.rescue({ silentMs: SILENT_MS, silentDetachedMs: SILENT_DETACHED_MS, limit: LIMIT });
    for (const taskId of rescued) broker.announce({ taskId, kind: 'settled' });
    if (rescued.length > 0) logger.warn({ rescued: rescued.length }, 'running tasks of dead workers taken back');
  });
