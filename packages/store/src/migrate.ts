import { readdir, readFile } from 'node:fs/promises';
import type { SqlExecutor } from './executor.ts';

/** From `dist/src`, where this runs. */
const MIGRATIONS = new URL('../../migrations/', import.meta.url);

// Per schema, so that installations in different schemas of one database do not wait for each other.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('offload migrations in ' || current_schema(), 0))`;

const CREATE_LEDGER = `
  create table if not exists offload_migrations (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Applies the migrations that the database's current schema lacks: all of them or none, one process at a time. A schema that
 * is newer than this code is left alone: versions N and N+1 run side by side during a deploy, so migrations must only add.
 */
export async function migrate(sql: SqlExecutor): Promise<void> {
  const migrations = await readMigrations();
  await sql.longTransaction(async (session) => {
    await session.query(LOCK);
    await session.query(CREATE_LEDGER);
    const rows = await session.query<{ version: number }>('select version from offload_migrations');
    const applied = new Set(rows.map(({ version }) => version));
    for (const { version, name } of migrations.filter((migration) => !applied.has(migration.version))) {
      await session.script(await readFile(new URL(name, MIGRATIONS), 'utf8'));
      await session.query('insert into offload_migrations (version, name) values ($1, $2)', [version, name]);
    }
  });
}

async function readMigrations(): Promise<{ version: number; name: string }[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return names.map((name) => ({ version: Number.parseInt(name, 10), name }));
}
