import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDatabase, type Database } from '@offload/test-services';
import { deleteFinished } from '../src/delete-finished.ts';
import type { SqlExecutor, SqlSession } from '../src/executor.ts';
import { openPostgres } from '../src/executors/postgres.ts';
import { expireTasks } from '../src/expire-tasks.ts';
import { openPostgresStore, type Store, type TaskQuery } from '../src/index.ts';
import { listTasks } from '../src/list-tasks.ts';
import { createReconciler } from '../src/reconcile-queued.ts';
import { rescueOrphans } from '../src/rescue-orphans.ts';
import { redriveFailed } from '../src/restart-tasks.ts';
import { age, BEAT, inSeconds, newTask, queuedAgo, taskIn } from './fixture.ts';

// An hour of tasks that have succeeded, older than all others, and as many that wait, younger than all others: by the numbers,
// every second task is queued.
const MANY = 20_000;
const INSERT_MANY = `
  insert into tasks
    (id, type, state, queue, payload, max_attempts, timeout_ms, created_at, queued_at, started_at, finished_at, client)
  select
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(n::text, 15, '0'))::uuid,
    'sleep', state, 'task_queue', '{}', 3, 60000, at, at, at, case state when 'succeeded' then at end,
    case state when 'succeeded' then 'of many' end
  from generate_series(1, ${MANY}) as n,
    (values ('succeeded', interval '-2 hours'), ('queued', interval '1 hour')) as many (state, start),
    lateral (select now() + start + n * interval '180 milliseconds' as at) as time`;

/** Rows that scans gave to the statements of this session, or left out after a look. */
const READ = `
  select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'tasks'`;

type Role = (session: SqlSession) => Promise<unknown>;

const ROLES: Record<string, Role> = {
  reconcile: (session) =>
    createReconciler(session)({ queue: 'task_queue', isDrained: async () => true, marginMs: 5000, limit: 100 }),
  rescue: async (session) =>
    (await rescueOrphans(session, { silentMs: 30_000, silentDetachedMs: 30_000, limit: 100 })).length,
  expire: async (session) => (await expireTasks(session, 100)).length,
  redrive: async (session) => (await redriveFailed(session, { limit: 100, isDryRun: false })).redriven,
};

describe('what is done in the background, on a table with many tasks that it does not concern,', () => {
  let database: Database;
  let sql: SqlExecutor;
  let store: Store;

  before(async () => {
    database = await createDatabase();
    sql = openPostgres({ url: database.url, deadlineMs: 20_000, maxConnections: 2, onConnectionLost: () => undefined });
    store = openPostgresStore({ url: database.url, deadlineMs: 20_000 });
    await store.migrate();
    await sql.query(INSERT_MANY);
    const fixture = { store, sql };
    for (let count = 0; count < 10; count++) {
      await queuedAgo(fixture, 60);
      for (const state of ['running', 'failed'] as const) await age(fixture, (await taskIn(fixture, state)).id, 60);
      await store.insert(newTask({ runAt: inSeconds(60), expiresAt: inSeconds(-1) }));
      await taskIn(fixture, 'cancelled', { client: 'of few' });
    }
    await store.beat({ ...BEAT, name: 'another' });
    await sql.query('analyze tasks');
  });
  after(async () => {
    await Promise.all([store.close(), sql.close()]);
    await database.drop();
  });

  const rowsRead = (role: Role, expected: number) =>
    sql.transaction(async (session) => {
      const read = async () => (await session.query<{ read: number }>(READ))[0]?.read ?? 0;
      const before = await read();
      assert.equal(await role(session), expected);
      return (await read()) - before;
    });

  /** Pages of the table and its indexes at which a query looks: also entries that do not match are on one. */
  async function pagesRead(query: (session: SqlSession) => Promise<unknown>): Promise<number> {
    let pages = Number.NaN;
    await query({
      query: async (statement, params) => {
        const explain = `explain (analyze, buffers, format json) ${statement}`;
        const [row] = await sql.query<{ 'QUERY PLAN': string }>(explain, params);
        const [{ Plan: plan }] = JSON.parse(row?.['QUERY PLAN'] ?? '');
        pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
        return [];
      },
    });
    return pages;
  }

  for (const [name, role] of Object.entries(ROLES)) {
    test(`reads no others: ${name}`, async () => {
      const read = await rowsRead(role, 10);
      assert.ok(read < 200, `${read} rows read`);
    });
  }

  test('reads no others: the list of a client, be its tasks few or all old', async () => {
    const list = (query: Pick<TaskQuery, 'client' | 'states'>) => async (session: SqlSession) =>
      (await listTasks(session, { ...query, limit: 20 })).items.length;
    for (const [query, expected] of [
      [{ client: 'of few' }, 10],
      [{ client: 'of few', states: ['cancelled'] }, 10],
      [{ client: 'of many' }, 20],
      [{ client: 'of nobody' }, 0],
    ] as const) {
      const read = await rowsRead(list(query), expected);
      assert.ok(read < 200, `${read} rows read`);
    }
  });

  test('looks at no others: the list of a time, be they younger or older', async () => {
    for (let count = 0; count < 10; count++) await queuedAgo({ store, sql }, 60);
    const hours = (count: number) => inSeconds(3600 * count);
    const queries: [query: Omit<TaskQuery, 'limit'>, expected: number][] = [
      [{ states: ['queued'], createdBefore: inSeconds(-30) }, 10],
      [{ states: ['queued', 'expired'], createdBefore: inSeconds(-30) }, 10],
      [{ states: ['queued'], createdFrom: hours(4) }, 0],
      [{ states: ['succeeded'], createdBefore: hours(-4) }, 0],
      [{ states: ['succeeded'], finishedBefore: hours(-4) }, 0],
      [{ client: 'of many', createdBefore: hours(-4) }, 0],
      [{ createdBefore: hours(-4) }, 0],
      [{ createdFrom: hours(4) }, 0],
    ];
    for (const [query, expected] of queries) {
      assert.equal((await listTasks(sql, { ...query, limit: 50 })).items.length, expected);
      const pages = await pagesRead((session) => listTasks(session, { ...query, limit: 50 }));
      assert.ok(pages < 50, `${pages} pages read for ${JSON.stringify(query)}`);
    }
  });

  test('reads no others: deleteFinished, with nothing to delete and with much', async () => {
    const finished = (olderThanMs: number) => (session: SqlSession) =>
      deleteFinished(session, { olderThanMs, limit: 100 });
    assert.ok((await rowsRead(finished(86_400_000), 0)) < 10);
    const read = await rowsRead(finished(3_600_000), 100);
    assert.ok(read < 1000, `${read} rows read`);
  });
});
