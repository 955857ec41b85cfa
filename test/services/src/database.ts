import { findPostgresBinary } from './binaries.ts';
import { databaseUrl, environment } from './environment.ts';
import { installationAdvice } from './provision.ts';
import { runCommand } from './run-command.ts';
import { uniqueName } from './unique-name.ts';

/** An empty database of its own for a test. */
export type Database = {
  readonly url: string;
  /** Deletes the database, closing the connections that are left. */
  drop(): Promise<void>;
};

/**
 * Creates an empty database on the test run's Postgres.
 * @throws Error when DATABASE_URL is not set, or psql is missing
 */
export async function createDatabase(): Promise<Database> {
  const psql = findPostgresBinary('psql');
  if (psql === undefined)
    throw new Error(`psql, which makes the tests' databases, was not found: ${installationAdvice}`);
  const server = databaseUrl();
  const name = uniqueName('offload');
  const run = (sql: string): Promise<string> =>
    runCommand(psql, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--command', sql, server], {
      env: environment(),
    });

  await run(`create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await run(`drop database if exists "${name}" with (force)`);
    },
  };
}
