import { databaseUrl } from './environment.ts';
import { runSql } from './psql.ts';
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
  const server = databaseUrl();
  const name = uniqueName('offload');
  await runSql(server, `create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await runSql(server, `drop database if exists "${name}" with (force)`);
    },
  };
}
