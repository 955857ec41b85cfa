import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_STATES } from '@offload/contract';
import { age, BEAT, dispatchAll, type Fixture, newTask, OUTCOMES, read, start, taskIn, WORKER } from '../fixture.ts';

const SILENT_MS = 30_000;
const SILENT_DETACHED_MS = 15_000;

export function testRescuing(use: () => Fixture): void {
  describe('rescue', () => {
    const limits = { silentMs: SILENT_MS, silentDetachedMs: SILENT_DETACHED_MS, limit: 100 };
    const rescue = async (changes: object = {}) => (await use().store.rescue({ ...limits, ...changes })).length;

    /** @returns the id of a task that was started a minute ago by a worker that has never beaten */
    async function orphan(changes: object = {}): Promise<string> {
      const { id } = await taskIn(use(), 'running', changes);
      await age(use(), id, 60);
      return id;
    }

    test('makes a task due whose worker is gone, and its attempt is lost', async () => {
      const { store } = use();
      const id = await orphan();
      assert.equal(await rescue(), 1);
      const task = await read(store, id);
      const [lost] = task.attempts;
      assert.deepEqual([task.state, task.error?.code, task.finishedAt], ['retrying', 'WORKER_LOST', null]);
      assert.deepEqual([lost?.outcome, lost?.error, lost?.finishedAt], ['worker_lost', task.error, task.runAt]);
      assert.equal(await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded }), 'superseded');
      assert.equal(await rescue(), 0);
      assert.deepEqual(await dispatchAll(store), [id]);
      assert.equal(await start(store, id), 2);
    });

    test('leaves the tasks of a worker that beats, and takes them once it has been silent for so long', async () => {
      const { store, sql } = use();
      const id = await orphan();
      await store.beat({ ...BEAT, name: 'another' });
      await store.beat(BEAT);
      const silence = (seconds: number) =>
        sql.query(`update workers set heartbeat_at = heartbeat_at - $2 * interval '1 second' where name = $1`, [
          WORKER,
          seconds,
        ]);
      await silence(25);
      assert.equal(await rescue(), 0);
      await silence(6);
      assert.equal(await rescue(), 1);
      assert.equal((await read(store, id)).state, 'retrying');
    });

    test('leaves an attempt that is so young that its worker may not have beaten yet', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'running');
      await age(fixture, id, 25);
      assert.equal(await rescue(), 0);
      await age(fixture, id, 6);
      assert.equal(await rescue(), 1);
    });

    test('takes a detached attempt sooner: no broker sends its message to another worker', async () => {
      const fixture = use();
      const attached = await taskIn(fixture, 'running');
      const detached = await taskIn(fixture, 'running');
      await fixture.store.detach({ taskId: detached.id, attempt: 1 });
      for (const { id } of [attached, detached]) await age(fixture, id, 20);
      assert.equal(await rescue(), 1);
      assert.equal((await read(fixture.store, detached.id)).state, 'retrying');
      assert.equal((await read(fixture.store, attached.id)).state, 'running');
    });

    test('takes a detached attempt, too, and the next one is not detached', async () => {
      const { store } = use();
      const id = await orphan();
      await store.detach({ taskId: id, attempt: 1 });
      assert.equal(await rescue(), 1);
      await dispatchAll(store);
      assert.equal(await start(store, id), 2);
      assert.equal(await start(store, id, { redelivered: true }), 3);
    });

    test('fails a task whose last attempt was lost', async () => {
      const id = await orphan({ maxAttempts: 1 });
      assert.equal(await rescue(), 1);
      const task = await read(use().store, id);
      assert.deepEqual([task.state, task.error?.code, task.runAt], ['failed', 'WORKER_LOST', null]);
      assert.ok(task.finishedAt);
      assert.equal(task.finishedAt, task.attempts[0]?.finishedAt);
    });

    for (const maxAttempts of [1, 3]) {
      test(`cancels a task that may be tried ${maxAttempts} times if somebody has asked for that`, async () => {
        const { store } = use();
        const id = await orphan({ maxAttempts });
        await store.cancel(id);
        assert.equal(await rescue(), 1);
        const task = await read(store, id);
        assert.deepEqual([task.state, task.error, task.runAt], ['cancelled', null, null]);
        assert.deepEqual([task.attempts[0]?.outcome, task.attempts[0]?.finishedAt], ['worker_lost', task.finishedAt]);
        assert.ok(task.finishedAt);
      });
    }

    test('leaves tasks in every other state as they are', async () => {
      const fixture = use();
      const others = [];
      for (const state of TASK_STATES.filter((other) => other !== 'running')) {
        const { id } = await taskIn(fixture, state);
        await age(fixture, id, 60);
        others.push(await read(fixture.store, id));
      }
      assert.equal(await rescue(), 0);
      for (const other of others) assert.deepEqual(await read(fixture.store, other.id), other);
    });

    test('takes no more than the limit, the oldest first', async () => {
      const ids = [await orphan(), await orphan(), await orphan()];
      assert.equal(await rescue({ limit: 2 }), 2);
      const states = await Promise.all(ids.map(async (id) => (await read(use().store, id)).state));
      assert.deepEqual(states, ['retrying', 'retrying', 'running']);
    });

    test('by several at once, across redeliveries, loses each attempt once', async () => {
      const { store } = use();
      const ids = [];
      for (let count = 0; count < 20; count++) ids.push(await orphan({ maxAttempts: 10 }));
      const [claims, ...rescued] = await Promise.all([
        Promise.all(ids.map((taskId) => store.claim({ taskId, worker: 'other', redelivered: true }))),
        rescue(),
        rescue(),
      ]);
      const claimed = claims.filter(({ kind }) => kind === 'claimed').length;
      assert.equal(claimed + rescued.reduce((sum, count) => sum + count), 20);
      for (const id of ids) assert.equal((await read(store, id)).attempts[0]?.outcome, 'worker_lost');
    });

    test('finds nothing to do where nothing runs', async () => {
      await use().store.insert(newTask());
      assert.equal(await rescue(), 0);
    });
  });
}
