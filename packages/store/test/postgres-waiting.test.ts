import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createDatabase, type Database, eventually } from '@offload/test-services';
import { cancelTask } from '../src/cancel-task.ts';
import { claimTasks } from '../src/claim-tasks.ts';
import { detachAttempt } from '../src/detach-attempt.ts';
import type { SqlExecutor, SqlSession } from '../src/executor.ts';
import { openPostgres } from '../src/executors/postgres.ts';
import { openPostgresStore, type Store } from '../src/index.ts';
import { prepareSettlement, settleAttempts } from '../src/settle-attempts.ts';
import { age, BEAT, OUTCOMES, queuedAgo, read, taskIn, verdict } from './fixture.ts';

interface Case {
  from: 'queued' | 'running';
  /** What changes the task, and has not committed yet. */
  first(session: SqlSession, id: string): Promise<unknown>;
  /** What waits for that. @returns its answer, in short */
  second(store: Store, id: string): Promise<unknown>;
  answer: unknown;
  state: string;
}

const request = (taskId: string, redelivered: boolean) => ({ taskId, worker: 'other', redelivered, ticket: null });
const interrupted = (taskId: string) => ({ taskId, attempt: 1, outcome: OUTCOMES.interrupted });

const CASES: Record<string, Case> = {
  'a cancel for a claim': {
    from: 'queued',
    first: (session, id) => claimTasks(session, [request(id, false)]),
    second: async (store, id) => (await store.cancel(id)).kind,
    answer: 'requested',
    state: 'running',
  },
  'a claim for a cancel': {
    from: 'queued',
    first: cancelTask,
    second: async (store, id) => verdict(await store.claim(request(id, false))),
    answer: 'not_startable',
    state: 'cancelled',
  },
  'a claim of a redelivery for a cancel': {
    from: 'running',
    first: cancelTask,
    second: async (store, id) => verdict(await store.claim(request(id, true))),
    answer: 'cancelled',
    state: 'cancelled',
  },
  'a claim of a redelivery for a detachment': {
    from: 'running',
    first: (session, taskId) => detachAttempt(session, { taskId, attempt: 1 }),
    second: async (store, id) => verdict(await store.claim(request(id, true))),
    answer: 'running',
    state: 'running',
  },
  'a detachment for a claim of the redelivery': {
    from: 'running',
    first: (session, id) => claimTasks(session, [request(id, true)]),
    second: (store, taskId) => store.detach({ taskId, attempt: 1 }),
    answer: 'superseded',
    state: 'running',
  },
  'an interruption for a cancel': {
    from: 'running',
    first: cancelTask,
    second: (store, id) => store.settle(interrupted(id)),
    answer: 'stored',
    state: 'cancelled',
  },
  'an interruption for a detachment': {
    from: 'running',
    first: (session, taskId) => detachAttempt(session, { taskId, attempt: 1 }),
    second: (store, id) => store.settle(interrupted(id)),
    answer: 'stored',
    state: 'scheduled',
  },
  'a cancel for a retry': {
    from: 'running',
    first: (session, taskId) =>
      settleAttempts(session, [prepareSettlement({ taskId, attempt: 1, outcome: OUTCOMES.retry })]),
    second: async (store, id) => (await store.cancel(id)).kind,
    answer: 'cancelled',
    state: 'cancelled',
  },
  'a restart for the end of the last attempt': {
    from: 'running',
    first: (session, taskId) =>
      settleAttempts(session, [prepareSettlement({ taskId, attempt: 1, outcome: OUTCOMES.failed })]),
    second: async (store, id) => (await store.restart(id)).kind,
    answer: 'restarted',
    state: 'scheduled',
  },
};

describe('a row that another transaction holds', () => {
  let database: Database;
  let sql: SqlExecutor;
  let store: Store;

  before(async () => {
    database = await createDatabase();
    sql = openPostgres({ url: database.url, deadlineMs: 10_000, maxConnections: 3, onConnectionLost: () => undefined });
    store = openPostgresStore({ url: database.url, deadlineMs: 10_000 });
    await store.migrate();
  });
  after(async () => {
    await Promise.all([store.close(), sql.close()]);
    await database.drop();
  });
  beforeEach(() => sql.query('delete from tasks'));

  for (const [name, { from, first, second, answer, state }] of Object.entries(CASES)) {
    test(`is waited for, and taken as it is then: ${name}`, async () => {
      const { id } = await taskIn({ store, sql }, from);
      let waiting: Promise<unknown> | undefined;
      await sql.transaction(async (session) => {
        await first(session, id);
        waiting = second(store, id);
        await eventually(async () => {
          const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
          assert.equal((await sql.query(waits)).length, 1);
        });
      });
      assert.equal(await waiting, answer);
      assert.equal((await read(store, id)).state, state);
    });
  }

  test('is left alone by what is done in the background, which takes it another time', async () => {
    const fixture = { store, sql };
    await queuedAgo(fixture, 60);
    for (const state of ['running', 'failed', 'scheduled'] as const) {
      const { id } = await taskIn(fixture, state);
      await age(fixture, id, 60);
      if (state === 'scheduled') await sql.query('update tasks set expires_at = now() where id = $1', [id]);
    }
    await store.beat({ ...BEAT, name: 'another' });
    const roles = {
      reconcile: () => store.reconcile({ queue: 'task_queue', isDrained: async () => true, marginMs: 5000, limit: 10 }),
      rescue: async () => (await store.rescue({ silentMs: 30_000, silentDetachedMs: 30_000, limit: 10 })).length,
      expire: async () => (await store.expire(10)).length,
      redriveFailed: async () => (await store.redriveFailed({ limit: 10, isDryRun: false })).redriven,
    };
    await sql.transaction(async (session) => {
      await session.query('select 1 from tasks for update');
      for (const [name, role] of Object.entries(roles)) assert.equal(await role(), 0, name);
    });
    for (const [name, role] of Object.entries(roles)) assert.equal(await role(), 1, name);
  });
});
