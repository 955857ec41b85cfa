import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase, eventually } from '@offload/test-services';
import { openPostgres } from '../src/executors/postgres.ts';
import type { ClaimRequest } from '../src/port.ts';
import { createSqlStore } from '../src/sql-store.ts';
import { newTask } from './fixture.ts';

test('what runs for every task finds it by an index, also while the table is small: its plan is kept until it is large', async (t) => {
  const database = await createDatabase();
  const sql = openPostgres({ url: database.url, deadlineMs: 5000, maxConnections: 2, onConnectionLost() {} });
  const store = createSqlStore(sql);
  t.after(async () => {
    await store.close();
    await database.drop();
  });
  await store.migrate();
  const { id: taskId } = await store.insert(newTask());
  await sql.query('analyze tasks');
  const scans = async () => {
    await sql.query('select pg_stat_force_next_flush()');
    const [row] = await sql.query<{ whole: number; by_index: number }>(
      `select seq_scan::int as whole, idx_scan::int as by_index from pg_stat_user_tables where relname = 'tasks'`,
    );
    assert.ok(row);
    return row;
  };
  const before = await scans();

  const request: ClaimRequest = { taskId, worker: 'w', redelivered: false, repeated: false, ticket: null };
  const claim = await store.claim(request);
  assert.equal(claim.kind, 'claimed');
  await store.reportProgress({ taskId, attempt: 1, progress: { percent: 50, message: null, etaSeconds: null } });
  await store.get(taskId);
  await store.settle({ taskId, attempt: 1, outcome: { kind: 'succeeded', result: 1 } });

  await eventually(async () => {
    // Its session tells of its scans when it runs something, at most once a second.
    await store.get(taskId);
    assert.ok((await scans()).by_index >= before.by_index + 4);
  });
  assert.equal((await scans()).whole, before.whole);
});
