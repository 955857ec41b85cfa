import { DatabaseError } from 'pg';
import { StoreConfigurationError, StoreUnavailableError } from '../errors.ts';

/** SQLSTATE codes, or their first two characters, that say nothing about the statement, only about the server. */
const UNAVAILABLE = new Set([
  '08', // connection exception
  '53', // out of connections, disk or memory
  '58', // I/O error
  '40', // a deadlock, or a conflict between transactions
  'XX', // internal error, of a pooler in between, too
  '57014', // cancelled by the statement timeout
  '57P01', // session ended by an administrator or a shutdown
  '57P02', // another session crashed the server
  '57P03', // starting up or shutting down
  '57P05', // session ended because it was idle
  '25006', // read-only: this server is no longer the primary
  '25P03', // idle in a transaction for too long
]);

/** Codes that stay until somebody changes the URL or the server's rights. */
const MISCONFIGURED = new Set([
  '28', // wrong user or password
  '3D', // no such database
  '42501', // not allowed to create the tables
]);

/**
 * What the store throws for an error of the driver: whatever is not Postgres's verdict on the statement is the server's
 * unavailability, since the driver has no class or code for its own timeouts and lost connections.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError || error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof DatabaseError) {
    const { code = '' } = error;
    if (has(MISCONFIGURED, code)) {
      return new StoreConfigurationError(`the database refuses us: ${error.message}; check the URL`, { cause: error });
    }
    if (!has(UNAVAILABLE, code)) return error;
  }
  return new StoreUnavailableError(`the database is unavailable: ${reason(error)}`, { cause: error });
}

function has(codes: ReadonlySet<string>, code: string): boolean {
  return codes.has(code) || codes.has(code.slice(0, 2));
}

/** Connecting to a name with several addresses fails with one error that has no message, only its parts. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ');
  return error instanceof Error ? error.message : String(error);
}
