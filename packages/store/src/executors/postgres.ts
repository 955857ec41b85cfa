import { Pool, type PoolClient, type QueryConfig, types } from 'pg';
import { withDeadline } from '../deadline.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { NamedStatement, SqlExecutor, SqlValue, UnboundedSession } from '../executor.ts';
import { InFlight } from '../in-flight.ts';
import { storeError } from './postgres-errors.ts';
import { takeLead } from './postgres-lead.ts';

export interface PostgresOptions {
  /** `postgres://…` */
  url: string;
  /** Milliseconds for a statement, including the wait for a connection. */
  deadlineMs: number;
  /** Half of them for named statements. From 2. */
  maxConnections: number;
  /** Told when an idle connection is lost. */
  onConnectionLost(error: Error): void;
}

/** Publishing inside a transaction takes seconds at most; a frozen process must not keep its rows locked for longer. */
const IDLE_IN_TRANSACTION_MS = 30_000;

const { JSON: JSON_TYPE, JSONB, TIMESTAMPTZ } = types.builtins;
const TEXT_TYPES = new Set<number>([JSON_TYPE, JSONB, TIMESTAMPTZ]);

const asText = (text: string): string => text;

// The driver's own type is a list of overloads, one per built-in type, that no function expression matches.
const getTypeParser = ((oid: number, format?: 'text') =>
  TEXT_TYPES.has(oid) ? asText : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

/** The driver reads it from a query, too; its types only know it for a connection. */
interface TimedQuery extends QueryConfig {
  /** Milliseconds; 0 for no limit. */
  query_timeout: number;
}

/**
 * The plans of named statements are kept, and made without a look at their parameters: making one for each execution is
 * half of what a claim costs the database, and more than that in time when nothing else goes on. A plan that was made while
 * a table was small would read all of it once it is large. So none is left to them but one that is right at any size: rows
 * are read by index, in its order, and joined by a hash table. https://www.postgresql.org/docs/15/runtime-config-query.html
 */
const KEPT_PLANS = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off;
  set enable_nestloop = off; set enable_mergejoin = off`;

/** Connects when first used, and again after a connection was lost. */
export function openPostgres({ url, deadlineMs, maxConnections, onConnectionLost }: PostgresOptions): SqlExecutor {
  const inFlight = new InFlight();
  const forNamed = connections(KEPT_PLANS);
  const forOthers = connections('');

  /** @param settings of their sessions, as SQL */
  function connections(settings: string): Pool {
    const pool = new Pool({
      connectionString: url,
      max: Math.ceil(maxConnections / 2),
      connectionTimeoutMillis: deadlineMs,
      application_name: 'offload',
      keepAlive: true,
      types: { getTypeParser },
      onConnect: (client) => client.query(`${sessionSettings(deadlineMs)}; ${settings}`),
    });
    pool.on('error', onConnectionLost);
    // A connection may also be lost while in use, between two statements. The next statement fails by itself; without a
    // listener, the event would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  async function connect(pool: Pool): Promise<PoolClient> {
    const connecting = pool.connect();
    try {
      return await withDeadline(connecting, deadlineMs);
    } catch (error) {
      connecting.then(
        (late) => late.release(),
        () => undefined,
      );
      throw storeError(error);
    }
  }

  async function transaction<T>(
    session: (client: PoolClient) => UnboundedSession,
    work: (session: UnboundedSession) => Promise<T>,
    begin: string,
  ): Promise<T> {
    const client = await connect(forOthers);
    const sql = session(client);
    let isUsable = false;
    try {
      await sql.script(begin);
      const result = await work(sql);
      await sql.script('commit');
      isUsable = true;
      return result;
    } catch (error) {
      isUsable = !(error instanceof StoreUnavailableError) && (await succeeds(sql.script('rollback')));
      throw error;
    } finally {
      client.release(!isUsable);
    }
  }

  return {
    query: (statement, params) =>
      inFlight.track(async () => {
        const startedAt = performance.now();
        const client = await connect(typeof statement === 'string' ? forOthers : forNamed);
        let isUsable = true;
        try {
          const leftMs = Math.max(1, deadlineMs - (performance.now() - startedAt));
          return await sessionOn(client, leftMs).query(statement, params);
        } catch (error) {
          isUsable = !(error instanceof StoreUnavailableError);
          throw error;
        } finally {
          client.release(!isUsable);
        }
      }),
    transaction: (work) => inFlight.track(() => transaction((client) => sessionOn(client, deadlineMs), work, 'begin')),
    longTransaction: (work, longDeadlineMs = 0) =>
      inFlight.track(() =>
        transaction(
          (client) => sessionOn(client, longDeadlineMs),
          work,
          `begin; set local statement_timeout = ${longDeadlineMs}`,
        ),
      ),
    lead: () => inFlight.track(() => takeLead(url, deadlineMs)),
    close: () => inFlight.close(() => Promise.all([forNamed.end(), forOthers.end()]).then(() => undefined)),
  };
}

/**
 * The server gives up a little before we do, so that hardly any statement takes effect after its caller was told that it
 * failed. Compiling a statement (`jit`) takes longer than any of ours should run.
 */
function sessionSettings(deadlineMs: number): string {
  return `set jit = off; set statement_timeout = ${Math.floor(deadlineMs * 0.9)};
    set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
}

function sessionOn(client: PoolClient, timeoutMs: number): UnboundedSession {
  return {
    query: async <Row extends object>(statement: string | NamedStatement, params: readonly SqlValue[] = []) => {
      const named = typeof statement === 'string' ? { text: statement } : statement;
      const query: TimedQuery = { ...named, values: [...params], query_timeout: timeoutMs };
      try {
        return (await client.query<Row>(query)).rows;
      } catch (error) {
        throw storeError(error);
      }
    },
    script: async (text) => {
      const query: TimedQuery = { text, query_timeout: timeoutMs };
      try {
        await client.query(query);
      } catch (error) {
        throw storeError(error);
      }
    },
  };
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
