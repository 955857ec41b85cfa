import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { createDatabase, startPostgres } from '@offload/test-services';
import { findPostgresBinary } from '../src/binaries.ts';

const server = await startPostgres();
after(() => server.remove());

test('keeps committed rows when it is killed and started again', async () => {
  query('create table kept as select 42 as answer');
  await server.kill();
  assert.throws(() => query('select 1'));
  await server.start();
  assert.equal(query('select answer from kept'), '42');
});

test('keeps its data when it is stopped and started again', async () => {
  query('create table stopped as select 43 as answer');
  await server.stop();
  await server.start();
  assert.equal(query('select answer from stopped'), '43');
});

test('start does nothing while the server runs', async () => {
  await server.start();
  assert.equal(query('show fsync'), 'on');
});

test('remove leaves nothing behind', async () => {
  const other = await startPostgres();
  const folder = query('show data_directory', other.url);
  assert.ok(existsSync(folder));
  await other.remove();
  await other.remove();
  assert.ok(!existsSync(folder));
});

test('starts with the settings that it is given, and with those of initdb otherwise', async () => {
  assert.equal(query('show max_wal_size'), '1GB');
  const other = await startPostgres({ settings: { max_wal_size: '4GB' } });
  assert.equal(query('show max_wal_size', other.url), '4GB');
  assert.equal(query('show fsync', other.url), 'on');
  await other.remove();
});

test('makes a database for a test and drops it', async () => {
  const database = await createDatabase();
  assert.match(query('select current_database()', database.url), /^offload_[0-9a-f]{12}$/);
  await database.drop();
  assert.throws(() => query('select 1', database.url));
});

function query(sql: string, url = server.url): string {
  const args = ['--no-psqlrc', '--tuples-only', '--no-align', '--command', sql, url];
  return execFileSync(findPostgresBinary('psql') ?? 'psql', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .replace(/^(SELECT|CREATE).*\n/, '')
    .trim();
}
