import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase, eventually } from '@offload/test-services';
import { openPostgres } from '../src/executors/postgres.ts';
import { newTaskId } from '../src/new-task-id.ts';
import type { ClaimRequest } from '../src/port.ts';
import { createSqlStore } from '../src/sql-store.ts';
import { newTask } from './fixture.ts';

const OTHER_TASKS = 5000;

test('the plan of what runs for every task is kept from an empty table to a large one, and reads no other rows', async (t) => {
  const database = await createDatabase();
  // Two connections: one for these plans, the other one to look at them.
  const sql = openPostgres({ url: database.url, deadlineMs: 5000, maxConnections: 2, onConnectionLost() {} });
  const store = createSqlStore(sql);
  t.after(async () => {
    await store.close();
    await database.drop();
  });
  await store.migrate();
  // From now on, nothing but a new plan would tell the session how large the table is.
  await sql.query('alter table tasks set (autovacuum_enabled = false)');
  await sql.query('vacuum analyze tasks');

  const runAll = async (taskId: string) => {
    const request: ClaimRequest = { taskId, worker: 'w', redelivered: false };
    const claim = await store.claim(request);
    await store.claim({ ...request, redelivered: true });
    await store.reportProgress({ taskId, attempt: 2, progress: { percent: 50, message: null, etaSeconds: null } });
    await store.get(taskId);
    await store.get(taskId, 'somebody');
    await store.settle({ taskId, attempt: 2, outcome: { kind: 'succeeded', result: 1 } });
    return claim;
  };
  const rowsRead = async () => {
    const [row] = await sql.query<{ count: number }>(
      `select (seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'tasks'))::int as count
      from pg_stat_user_tables where relname = 'tasks'`,
    );
    return row?.count ?? Number.NaN;
  };

  await runAll(newTaskId());
  await sql.query(
    `insert into tasks (id, type, state, queue, payload, max_attempts, timeout_ms, created_at)
    select gen_random_uuid(), 'sleep', 'queued', 'q', '{}', 1, 1, now() from generate_series(1, ${OTHER_TASKS})`,
  );
  const { id } = await store.insert(newTask());
  const before = await rowsRead();
  const claim = await runAll(id);
  assert.equal(claim.kind, 'claimed');

  await eventually(async () => {
    // A session tells what it has read when it runs something, at most once a second.
    await store.get(id);
    assert.ok((await rowsRead()) >= before + 5);
  });
  assert.ok((await rowsRead()) < before + OTHER_TASKS, 'other rows were read');
});
