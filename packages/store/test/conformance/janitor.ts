import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FINAL_TASK_STATES, TASK_STATES } from '@offload/contract';
import { v7 as uuidv7 } from 'uuid';
import { age, BEAT, dispatchAll, type Fixture, inSeconds, newTask, read, taskIn, verdict, WORKER } from '../fixture.ts';

const WAITING = ['scheduled', 'queued', 'retrying'] as const;
const DAY_SECONDS = 86_400;

export function testJanitor(use: () => Fixture): void {
  const passExpiry = (id: string, secondsAgo = 1) =>
    use().sql.query(`update tasks set expires_at = now() - $2 * interval '1 second' where id = $1`, [id, secondsAgo]);

  describe('expire', () => {
    for (const state of WAITING) {
      test(`ends a task that is ${state} when it has become too late for it`, async () => {
        const fixture = use();
        const { id, attempts } = await taskIn(fixture, state, { expiresAt: inSeconds(60) });
        assert.equal((await fixture.store.expire(10)).length, 0);
        await passExpiry(id);
        assert.equal((await fixture.store.expire(10)).length, 1);
        const task = await read(fixture.store, id);
        assert.deepEqual([task.state, task.runAt, task.attempts], ['expired', null, attempts]);
        assert.ok(task.finishedAt);
        assert.equal((await fixture.store.expire(10)).length, 0);
        assert.deepEqual(await dispatchAll(fixture.store), []);
        const claim = await fixture.store.claim({ taskId: id, worker: WORKER, redelivered: false });
        assert.equal(verdict(claim), 'not_startable');
      });
    }

    test('leaves what runs or has finished, and what never expires, as it is', async () => {
      const fixture = use();
      const tasks = [];
      for (const state of TASK_STATES) {
        const { id } = await taskIn(fixture, state);
        if (!WAITING.some((waiting) => waiting === state)) await passExpiry(id);
        tasks.push(await read(fixture.store, id));
      }
      assert.equal((await fixture.store.expire(10)).length, 0);
      for (const task of tasks) assert.deepEqual(await read(fixture.store, task.id), task);
    });

    test('ends no more than the limit, the longest overdue first, and each once, however many do it', async () => {
      const fixture = use();
      const ids = [];
      for (let seconds = 1; seconds <= 6; seconds++) {
        const { id } = await taskIn(fixture, 'queued');
        await passExpiry(id, seconds);
        ids.push(id);
      }
      assert.equal((await fixture.store.expire(2)).length, 2);
      const states = await Promise.all(ids.map(async (id) => (await read(fixture.store, id)).state));
      assert.deepEqual(states, ['queued', 'queued', 'queued', 'queued', 'expired', 'expired']);
      const expired = await Promise.all([0, 1, 2].map(() => fixture.store.expire(10)));
      assert.deepEqual(expired.flat().sort(), ids.slice(0, 4).sort());
    });
  });

  describe('deleteFinished', () => {
    const deleteFinished = (changes: object = {}) =>
      use().store.deleteFinished({ olderThanMs: DAY_SECONDS * 1000, limit: 100, ...changes });

    /** @returns the id of a task that was made, and was in its state, so many seconds ago */
    async function ago(seconds: number, state: (typeof TASK_STATES)[number]): Promise<string> {
      const id = uuidv7({ msecs: Date.now() - seconds * 1000 });
      await taskIn(use(), state, { id });
      await age(use(), id, seconds);
      return id;
    }

    for (const state of FINAL_TASK_STATES) {
      test(`forgets a task that has been ${state} for so long, and keeps a younger one`, async () => {
        const { store } = use();
        const old = await ago(DAY_SECONDS + 60, state);
        const young = await read(store, await ago(DAY_SECONDS - 60, state));
        assert.equal(await deleteFinished(), 1);
        assert.equal(await store.get(old), null);
        assert.deepEqual(await read(store, young.id), young);
      });
    }

    test('keeps what has not finished, however old it is', async () => {
      const { store } = use();
      const tasks = [];
      for (const state of TASK_STATES.filter((other) => !FINAL_TASK_STATES.includes(other))) {
        tasks.push(await read(store, await ago(10 * DAY_SECONDS, state)));
      }
      assert.equal(await deleteFinished(), 0);
      for (const task of tasks) assert.deepEqual(await read(store, task.id), task);
    });

    test('keeps an old task that finished lately', async () => {
      const { sql, store } = use();
      const id = await ago(10 * DAY_SECONDS, 'succeeded');
      await sql.query('update tasks set finished_at = now() where id = $1', [id]);
      assert.equal(await deleteFinished(), 0);
      await read(store, id);
    });

    test('forgets no more than the limit, the oldest first, and each once, however many do it', async () => {
      const { store } = use();
      const ids = [];
      for (const state of ['succeeded', 'failed'] as const) {
        for (let days = 2; days <= 5; days++) ids.push(await ago(days * DAY_SECONDS, state));
      }
      assert.equal(await deleteFinished({ limit: 2 }), 2);
      const isThere = await Promise.all(ids.map(async (id) => (await store.get(id)) !== null));
      assert.deepEqual(isThere, [true, true, true, false, true, true, true, false]);
      const counts = await Promise.all([0, 1, 2].map(() => deleteFinished()));
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        6,
      );
    });
  });

  describe('deleteOutlived', () => {
    const HOUR_MS = 3_600_000;
    const outlive = (id: string, hours: number) =>
      use().sql.query(`update tasks set finished_at = now() - $2 * interval '1 hour' where id = $1`, [id, hours]);

    for (const state of FINAL_TASK_STATES) {
      test(`forgets a task that has been ${state} for as long as it was to be kept, and keeps the others`, async () => {
        const fixture = use();
        const { store } = fixture;
        const brief = await taskIn(fixture, state, { resultTtlMs: HOUR_MS });
        const longer = await taskIn(fixture, state, { resultTtlMs: 3 * HOUR_MS });
        const usual = await taskIn(fixture, state);
        assert.equal(await store.deleteOutlived(100), 0);
        for (const { id } of [brief, longer, usual]) await outlive(id, 2);
        assert.equal(await store.deleteOutlived(100), 1);
        assert.equal(await store.get(brief.id), null);
        await read(store, longer.id);
        await read(store, usual.id);
      });
    }

    test('keeps what has not finished', async () => {
      const fixture = use();
      for (const state of TASK_STATES.filter((other) => !FINAL_TASK_STATES.includes(other))) {
        await taskIn(fixture, state, { resultTtlMs: 1 });
      }
      assert.equal(await fixture.store.deleteOutlived(100), 0);
    });

    test('forgets no more than the limit, the longest outlived first', async () => {
      const fixture = use();
      const ids = [];
      for (let hours = 2; hours <= 5; hours++) {
        const { id } = await taskIn(fixture, 'succeeded', { resultTtlMs: HOUR_MS });
        await outlive(id, hours);
        ids.push(id);
      }
      assert.equal(await fixture.store.deleteOutlived(3), 3);
      const isThere = await Promise.all(ids.map(async (id) => (await fixture.store.get(id)) !== null));
      assert.deepEqual(isThere, [true, false, false, false]);
    });
  });

  describe('measureBacklog', () => {
    test('is nothing in an empty store', async () => {
      assert.deepEqual(await use().store.measureBacklog(100), { size: 0, started: 0 });
    });

    test('counts what is queued or due, and nothing else', async () => {
      const fixture = use();
      for (const state of TASK_STATES) await taskIn(fixture, state);
      await fixture.store.insert(newTask({ runAt: inSeconds(60) }));
      const { size } = await fixture.store.measureBacklog(100);
      // One is queued; `scheduled` and `retrying` are due now.
      assert.equal(size, 3);
    });

    test('stops counting at the limit, of the queued and of the due', async () => {
      const fixture = use();
      for (let count = 0; count < 4; count++) await taskIn(fixture, 'queued');
      assert.equal((await fixture.store.measureBacklog(3)).size, 3);
      for (let count = 0; count < 4; count++) await taskIn(fixture, 'scheduled');
      assert.equal((await fixture.store.measureBacklog(3)).size, 6);
    });

    test('adds up what the registered workers have started', async () => {
      const { store } = use();
      await store.beat({ ...BEAT, started: 5 });
      await store.beat({ ...BEAT, name: 'other', started: 2 ** 40 });
      await store.beat({ ...BEAT, started: 7 });
      assert.equal((await store.measureBacklog(1)).started, 2 ** 40 + 7);
      await store.removeWorker('other');
      assert.equal((await store.measureBacklog(1)).started, 7);
    });
  });
}
