import type { BatchObserver } from './batched-statement.ts';
import { openPostgres } from './executors/postgres.ts';
import type { Store } from './port.ts';
import { createSqlStore } from './sql-store.ts';

/** As much of a logger as the store needs; pino's fits. */
export interface StoreLogger {
  warn(fields: object, message: string): void;
}

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`; tables are made in its current schema. */
  url: string;
  /** Milliseconds that a call may wait for the database. @default 2000 */
  deadlineMs?: number;
  /** @default 10 */
  maxConnections?: number;
  logger?: StoreLogger;
  onBatch?: BatchObserver;
}

export interface EmbeddedStoreOptions {
  /** The folder that holds the database, of this process alone; created when it is missing. */
  dataDir: string;
  /** Milliseconds that a call may wait for the database. @default 2000 */
  deadlineMs?: number;
  onBatch?: BatchObserver;
}

const DEFAULT_DEADLINE_MS = 2000;

/** A store on a Postgres server. Nothing is connected until the first call, and a lost connection is made again. */
export function openPostgresStore({
  url,
  deadlineMs = DEFAULT_DEADLINE_MS,
  maxConnections = 10,
  logger,
  onBatch,
}: PostgresStoreOptions): Store {
  const onConnectionLost = (err: Error) => logger?.warn({ err }, 'idle database connection lost');
  return createSqlStore(openPostgres({ url, deadlineMs, maxConnections, onConnectionLost }), onBatch);
}

/**
 * A store on a Postgres inside this process.
 * @throws StoreConfigurationError that names the folder and the remedy when it cannot be written, is in use, or holds no usable database
 */
export async function openEmbeddedStore({
  dataDir,
  deadlineMs = DEFAULT_DEADLINE_MS,
  onBatch,
}: EmbeddedStoreOptions): Promise<Store> {
  // 27 MB that only this mode needs.
  const { openPglite } = await import('./executors/pglite.ts');
  return createSqlStore(await openPglite({ dataDir, deadlineMs }), onBatch);
}
