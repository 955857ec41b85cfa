import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Connections to a database that may be dropped at any time, also while one that was ended is still there. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // Without a listener, a connection that the server ends while nobody uses it would end this process.
  pool.on('error', () => undefined);
  return pool;
}

/** Makes an empty database on a Postgres server. @returns its URL */
export async function createDatabase(server: string): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Deletes a database, closing its connections; the checkpoint keeps its dirty pages out of the next measurement. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await execute(server, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
  await execute(server, 'checkpoint');
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
