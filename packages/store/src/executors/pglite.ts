import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { PGlite, type Transaction, types } from '@electric-sql/pglite';
import { withDeadline } from '../deadline.ts';
import { StoreConfigurationError, StoreUnavailableError } from '../errors.ts';
import type { NamedStatement, SqlExecutor, SqlSession, SqlValue, UnboundedSession } from '../executor.ts';
import { InFlight } from '../in-flight.ts';
import { lockFolder } from './folder-lock.ts';

export interface PgliteOptions {
  /** Folder of the database; created when it is missing. */
  dataDir: string;
  /** Milliseconds for a statement, including the wait for those before it. */
  deadlineMs: number;
}

const asText = (text: string): string => text;

const parsers = { [types.JSON]: asText, [types.JSONB]: asText, [types.TIMESTAMPTZ]: asText };

/**
 * Opens, or creates, a database in this process. A statement is answered once the operating system has its changes: they
 * survive the end of the process, however sudden, but not that of the machine.
 * @throws StoreConfigurationError that names the folder and the remedy when it cannot be written, is in use, or holds no usable database
 */
export async function openPglite({ dataDir, deadlineMs }: PgliteOptions): Promise<SqlExecutor> {
  await makeWritable(dataDir);
  const unlock = await lockFolder(dataDir);
  const db = await PGlite.create({ dataDir, parsers }).catch(async (cause: unknown) => {
    await unlock();
    throw new StoreConfigurationError(
      `the data folder '${dataDir}' holds no database that this version can open: move it away, or choose another one`,
      { cause },
    );
  });
  // There is no autovacuum in one process: what the runs before this one left behind is cleared now.
  await db.exec('vacuum');
  const inFlight = new InFlight();
  const sql = sessionOn(db);

  // Waits in the driver's queue; a transaction that is under way delays everything else.
  const transaction = <T>(work: (session: UnboundedSession) => Promise<T>): Promise<T> =>
    db.transaction((tx) => work(sessionOn(tx)));

  return {
    query: (statement, params) => inFlight.track(() => withDeadline(sql.query(statement, params), deadlineMs)),
    transaction: (work) => inFlight.track(() => transaction((tx) => work(withDeadlines(tx, deadlineMs)))),
    longTransaction: (work) => inFlight.track(() => transaction(work)),
    // One process has the folder, and so the lead.
    lead: async () => ({ lost: new AbortController().signal, release: async () => undefined }),
    close: () =>
      inFlight.close(async () => {
        await db.close();
        await unlock();
      }),
  };
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new StoreConfigurationError(
      `the data folder '${folder}' cannot be written (${code}): make it writable for this user, or choose another one`,
      { cause },
    );
  }
}

function sessionOn(db: PGlite | Transaction): UnboundedSession {
  return {
    query: async <Row extends object>(statement: string | NamedStatement, params: readonly SqlValue[] = []) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      try {
        return (await db.query<Row>(text, [...params])).rows;
      } catch (error) {
        throw storeError(error);
      }
    },
    script: async (text) => {
      await db.exec(text);
    },
  };
}

function withDeadlines(session: SqlSession, deadlineMs: number): SqlSession {
  return { query: (statement, params) => withDeadline(session.query(statement, params), deadlineMs) };
}

/** Postgres's verdict on a statement carries an SQLSTATE; anything else means that the database itself is gone. */
function storeError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof Error && 'code' in error) return error;
  return new StoreUnavailableError('the embedded database does not answer any more', { cause: error });
}
