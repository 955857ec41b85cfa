import type { Lead } from './port.ts';

type SqlScalar = string | number | boolean | null;

/** JSON travels as text in both directions, and so do points in time on their way out; see `task-row.ts`. */
export type SqlValue = SqlScalar | readonly SqlScalar[];

/** A statement that runs often: prepared once per connection under its name, where the executor can. */
export interface NamedStatement {
  name: string;
  text: string;
}

export interface SqlSession {
  /**
   * Runs one statement. `json`, `jsonb` and `timestamptz` come back as the database's text.
   * @throws StoreUnavailableError when it was not answered in time; otherwise the driver's error
   */
  query<Row extends object>(statement: string | NamedStatement, params?: readonly SqlValue[]): Promise<Row[]>;
}

export interface UnboundedSession extends SqlSession {
  /** Runs several statements that take no parameters. */
  script(text: string): Promise<void>;
}

/** What the store needs of a database. One implementation per driver, the only places that import it. */
export interface SqlExecutor extends SqlSession {
  /** Commits when `work` resolves; rolls back and rethrows when it throws. Every statement has the usual deadline. */
  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /**
   * A transaction whose statements may take longer than usual.
   * @param deadlineMs milliseconds for each; @default as long as they need
   */
  longTransaction<T>(work: (session: UnboundedSession) => Promise<T>, deadlineMs?: number): Promise<T>;
  /** As `TaskUpkeep.lead` says. */
  lead(): Promise<Lead | null>;
  /** Waits for what is under way; whatever comes later is refused with `StoreUnavailableError`. Idempotent. */
  close(): Promise<void>;
}
