import { setInterval } from 'node:timers/promises';
import { Client } from 'pg';
import type { Lead } from '../port.ts';
import { storeError } from './postgres-errors.ts';

/** Milliseconds of silence after which the server ends the leader's session, and so its lead. */
const LEAD_TIMEOUT_MS = 8000;
const BEAT_INTERVAL_MS = 2000;
/** Milliseconds for an answer: together with the interval less than the timeout, so that the leader knows before the others. */
const BEAT_DEADLINE_MS = 4000;

// Per schema, as the migrations' lock. It belongs to the session: the server gives it back when that ends, be it that the
// process was killed, or that it has been silent for so long: frozen, or cut off.
const TAKE = `select pg_try_advisory_lock(hashtextextended('offload lead in ' || current_schema(), 0)) as taken`;

/** Before Postgres 14 there is none: the lead of a frozen process then lasts until its connection is found dead. */
const LIMIT_SILENCE = `
  select set_config(name, '${LEAD_TIMEOUT_MS}', false) from pg_settings where name = 'idle_session_timeout'`;

/**
 * Tries to take the lead, on a connection of its own.
 * @throws StoreUnavailableError when the database does not answer within `deadlineMs`
 */
export async function takeLead(url: string, deadlineMs: number): Promise<Lead | null> {
  const client = new Client({
    connectionString: url,
    application_name: 'offload lead',
    connectionTimeoutMillis: deadlineMs,
    query_timeout: Math.min(deadlineMs, BEAT_DEADLINE_MS),
    keepAlive: true,
  });
  const lost = new AbortController();
  const lose = () => lost.abort();
  client.once('end', lose);
  client.on('error', lose);
  let isTaken = false;
  try {
    await client.connect();
    await client.query(LIMIT_SILENCE);
    const { rows } = await client.query<{ taken: boolean }>(TAKE);
    isTaken = rows[0]?.taken === true;
  } catch (error) {
    throw storeError(error);
  } finally {
    if (!isTaken) void client.end().catch(() => undefined);
  }
  if (!isTaken) return null;
  void keepBeating(client, lost);
  return {
    lost: lost.signal,
    async release() {
      lose();
      // The server is asked before it is left: others find the lead free when this is done, and a connection that has gone
      // silent is given up after the deadline.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}

/** Until the lead is lost, or the server does not answer: then it may be lost soon. */
async function keepBeating(client: Client, lost: AbortController): Promise<void> {
  try {
    for await (const _ of setInterval(BEAT_INTERVAL_MS, undefined, { signal: lost.signal }))
      await client.query('select 1');
  } catch {
    if (lost.signal.aborted) return;
    lost.abort();
    await client.end().catch(() => undefined);
  }
}
