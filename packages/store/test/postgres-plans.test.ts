import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase, eventually } from '@offload/test-services';
import { openPostgres } from '../src/executors/postgres.ts';

test('a plan that was made while a table was small is not kept once it is large', async (t) => {
  const database = await createDatabase();
  const sql = openPostgres({
    url: database.url,
    deadlineMs: 5000,
    maxConnections: 1,
    onConnectionLost: () => undefined,
  });
  t.after(async () => {
    await sql.close();
    await database.drop();
  });
  // Without statistics of its own accord, which would make the server plan anew, too.
  await sql.query('create table numbers (n int primary key) with (autovacuum_enabled = false)');
  await sql.query('insert into numbers select 1');
  await sql.query('vacuum analyze numbers');
  const lookUp = () => sql.query({ name: 'look_up', text: 'select * from numbers where n = any($1::int[])' }, [[1]]);
  const indexScans = async () => {
    await sql.query('select pg_stat_force_next_flush()');
    const [row] = await sql.query<{ idx_scan: string }>(
      `select idx_scan from pg_stat_user_tables where relname = 'numbers'`,
    );
    return Number(row?.idx_scan);
  };
  // Postgres plans a statement's first five executions for their parameters, and then for any.
  for (let execution = 0; execution < 10; execution++) await lookUp();
  assert.equal(await indexScans(), 0, 'a table of one row is read whole');

  await sql.query('insert into numbers select generate_series(2, 100000)');
  await eventually(async () => {
    await lookUp();
    assert.ok((await indexScans()) > 0, 'the index is used');
  });
});
