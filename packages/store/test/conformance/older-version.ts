import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_BACKOFF } from '@offload/contract';
import { v7 as uuidv7 } from 'uuid';
import { age, attempt, BEAT, dispatchAll, type Fixture, OUTCOMES, read, verdict } from '../fixture.ts';

// While a new version is rolled out, the one before it goes on beside it: it writes the columns that it knows.
const INSERT = `
  insert into tasks (id, type, state, queue, payload, max_attempts, timeout_ms, request_id, created_at, queued_at)
  values ($1, 'sleep', 'queued', 'task_queue', '{}', 3, 60000, null, now(), now())`;

const CLAIM = `
  update tasks set state = 'running', run_at = null, attempt = attempt + 1, worker = 'older', error = null, progress = null,
    started_at = now(),
    attempts = attempts || jsonb_build_object('number', attempt + 1, 'worker', 'older', 'startedAt', now(),
      'finishedAt', null, 'outcome', null, 'error', null)
  where id = $1`;

const BEAT_OF_WORKER = `
  insert into workers (name, queue, concurrency, running, started_at, heartbeat_at)
  values ('older', 'task_queue', 1, 0, now(), now())`;

export function testOlderVersion(use: () => Fixture): void {
  describe('beside an older version', () => {
    /** @returns the id of a task that it has stored, a minute ago */
    async function insert(): Promise<string> {
      const id = uuidv7({ msecs: Date.now() - 60_000 });
      await use().sql.query(INSERT, [id]);
      await age(use(), id, 60);
      return id;
    }

    const claim = (taskId: string, redelivered: boolean, ticket: number | null = 1) =>
      use().store.claim({ taskId, worker: 'newer', redelivered, ticket, quarantined: true });

    test('its task is claimed, with the usual backoff, and settled', async () => {
      const { store } = use();
      const id = await insert();
      const claimed = await claim(id, false);
      assert.deepEqual(claimed.kind === 'claimed' && [claimed.attempt, claimed.backoff], [1, DEFAULT_BACKOFF]);
      assert.equal(await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded }), 'stored');
      assert.equal((await read(store, id)).state, 'succeeded');
    });

    test('its attempt is taken over by any redelivery, of a message with or without a name', async () => {
      for (const ticket of [null, 1]) {
        const id = await insert();
        await use().sql.query(CLAIM, [id]);
        assert.equal(verdict(await claim(id, false, ticket)), 'running');
        assert.equal(verdict(await claim(id, true, ticket)), 2);
      }
    });

    test('nothing of an attempt of ours is left that would keep its attempt from being taken over', async () => {
      const { store, sql } = use();
      const id = await insert();
      await claim(id, false);
      await store.detach({ taskId: id, attempt: 1 });
      await store.settle({ taskId: id, attempt: 1, outcome: { ...OUTCOMES.retry, delayMs: 0 } });
      await dispatchAll(store);
      await sql.query(CLAIM, [id]);
      assert.equal(verdict(await claim(id, true, 2)), 3);
    });

    test('its attempt is settled and detached as any other', async () => {
      const { store, sql } = use();
      const id = await insert();
      await sql.query(CLAIM, [id]);
      assert.equal(await store.detach({ taskId: id, attempt: 1 }), 'detached');
      assert.equal(await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.interrupted }), 'stored');
      assert.equal((await read(store, id)).state, 'scheduled');
    });

    test('its lost message and its lost worker are noticed', async () => {
      const { store, sql } = use();
      const [queued, running] = [await insert(), await insert()];
      await sql.query(CLAIM, [running]);
      await age(use(), running, 60);
      await sql.query(BEAT_OF_WORKER);
      const reconciliation = { queue: 'task_queue', isDrained: async () => true, marginMs: 5000, limit: 10 };
      assert.equal(await store.reconcile(reconciliation), 1);
      assert.equal((await read(store, queued)).state, 'scheduled');
      assert.equal((await store.rescue({ silentMs: 30_000, silentDetachedMs: 30_000, limit: 10 })).length, 0);
      await store.removeWorker('older');
      assert.equal((await store.rescue({ silentMs: 30_000, silentDetachedMs: 30_000, limit: 10 })).length, 1);
      assert.equal((await read(store, running)).state, 'retrying');
    });

    test('its worker, which does not say how far it has come, does not hide how far others have', async () => {
      const { store, sql } = use();
      const id = await insert();
      await sql.query(BEAT_OF_WORKER);
      const reconciliation = { queue: 'task_queue', isDrained: async () => false, marginMs: 5000, limit: 10 };
      assert.equal(await store.reconcile(reconciliation), 0);
      await store.beat({ ...BEAT, frontiers: { 0: Date.now() } });
      assert.equal(await store.reconcile(reconciliation), 1);
      assert.equal((await read(store, id)).state, 'scheduled');
    });

    test('its tasks are restarted, redriven and forgotten', async () => {
      const { store } = use();
      const [one, other, old] = [await insert(), await insert(), await insert()];
      for (const id of [one, other, old]) await attempt(store, id, OUTCOMES.failed);
      await age(use(), old, 60);
      assert.equal(await store.deleteFinished({ olderThanMs: 30_000, limit: 10 }), 1);
      assert.equal((await store.restart(one)).kind, 'restarted');
      assert.deepEqual(await store.redriveFailed({ limit: 10, isDryRun: false }), { matched: 1, redriven: 1 });
      assert.deepEqual(new Set(await dispatchAll(store)), new Set([one, other]));
    });
  });
}
