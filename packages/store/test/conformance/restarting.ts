import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FINAL_TASK_STATES, TASK_STATES } from '@offload/contract';
import type { NewTask, Redrive } from '../../src/index.ts';
import {
  age,
  attempt,
  dispatchAll,
  type Fixture,
  HANDLER_ERROR,
  inSeconds,
  newTask,
  OUTCOMES,
  read,
  start,
  taskIn,
  UNKNOWN_ID,
} from '../fixture.ts';

export function testRestarting(use: () => Fixture): void {
  describe('restart', () => {
    for (const state of FINAL_TASK_STATES) {
      test(`makes a task that is ${state} due, as if it were new, with its attempts on record`, async () => {
        const fixture = use();
        const before = await taskIn(fixture, state);
        const restart = await fixture.store.restart(before.id);
        const task = await read(fixture.store, before.id);
        assert.deepEqual(restart, { kind: 'restarted', task });
        assert.ok(task.runAt && before.finishedAt && task.runAt >= before.finishedAt);
        assert.deepEqual(task, {
          ...before,
          state: 'scheduled',
          result: null,
          error: null,
          runAt: task.runAt,
          queuedAt: null,
          finishedAt: null,
          cancelRequestedAt: null,
        });
        assert.deepEqual(await dispatchAll(fixture.store), [before.id]);
        assert.equal(await start(fixture.store, before.id), before.attempt + 1);
      });
    }

    test('refuses every task that has not finished, names its state, and leaves it as it is', async () => {
      const fixture = use();
      for (const state of TASK_STATES.filter((other) => !FINAL_TASK_STATES.includes(other))) {
        const task = await taskIn(fixture, state);
        assert.deepEqual(await fixture.store.restart(task.id), { kind: 'refused', state });
        assert.deepEqual(await read(fixture.store, task.id), task);
      }
    });

    test('does not know an unknown id, or what is no id at all', async () => {
      for (const id of [UNKNOWN_ID, 'x', '']) assert.deepEqual(await use().store.restart(id), { kind: 'unknown' });
    });

    test('lets the attempts so far count no more', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ maxAttempts: 2 }));
      await attempt(store, id, OUTCOMES.failed);
      await store.restart(id);
      await dispatchAll(store);
      assert.equal(await start(store, id), 2);
      const claim = await store.claim({ taskId: id, worker: 'other', redelivered: true, quarantined: true });
      assert.deepEqual(claim.kind === 'claimed' && [claim.attempt, claim.failures], [3, 1]);
      assert.deepEqual(
        (await read(store, id)).attempts.map(({ outcome }) => outcome),
        ['failed', 'worker_lost', null],
      );
    });

    test('drops the expiry, which was for the first start', async () => {
      const fixture = use();
      const expiresAt = inSeconds(60);
      const { id: later } = await taskIn(fixture, 'failed', { expiresAt });
      const { id: late } = await taskIn(fixture, 'failed', { expiresAt });
      await fixture.sql.query('update tasks set expires_at = now() where id = $1', [late]);
      for (const id of [later, late]) await fixture.store.restart(id);
      assert.equal((await read(fixture.store, later)).expiresAt, null);
      assert.equal((await read(fixture.store, late)).expiresAt, null);
      await dispatchAll(fixture.store);
      await start(fixture.store, late);
    });

    test('by several at once happens once', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'failed');
      const restarts = await Promise.all([0, 1, 2].map(() => fixture.store.restart(id)));
      assert.deepEqual(restarts.map(({ kind }) => kind).sort(), ['refused', 'refused', 'restarted']);
    });
  });

  describe('redriveFailed', () => {
    const redrive = (changes: Partial<Redrive> = {}) =>
      use().store.redriveFailed({ limit: 100, isDryRun: false, ...changes });

    /** @returns the id of a task that failed so many seconds ago */
    async function failed(secondsAgo: number, code = 'HANDLER_ERROR', changes: Partial<NewTask> = {}): Promise<string> {
      const fixture = use();
      const { id } = await fixture.store.insert(newTask(changes));
      await attempt(fixture.store, id, { kind: 'failed', error: { ...HANDLER_ERROR, code } });
      await age(fixture, id, secondsAgo);
      return id;
    }

    const states = async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await read(use().store, id)).state));

    test('takes the failed tasks and no others, and starts each over', async () => {
      const fixture = use();
      const others = [];
      for (const state of TASK_STATES.filter((other) => other !== 'failed')) others.push(await taskIn(fixture, state));
      const id = await failed(10);
      assert.deepEqual(await redrive(), { matched: 1, redriven: 1 });
      for (const other of others) assert.deepEqual(await read(fixture.store, other.id), other);
      const task = await read(fixture.store, id);
      assert.deepEqual([task.state, task.error, task.finishedAt], ['scheduled', null, null]);
      assert.equal(task.attempts.length, 1);
      assert.ok((await dispatchAll(fixture.store)).includes(id));
      assert.equal(await start(fixture.store, id), 2);
    });

    test('takes those that match all that is asked for', async () => {
      const matching = {
        type: 'report',
        errorCode: 'TASK_TIMEOUT',
        finishedFrom: inSeconds(-25),
        finishedBefore: inSeconds(-15),
      };
      const right = await failed(20, 'TASK_TIMEOUT', { type: 'report' });
      const wrong = [
        await failed(20, 'TASK_TIMEOUT', { type: 'sleep' }),
        await failed(20, 'HANDLER_ERROR', { type: 'report' }),
        await failed(30, 'TASK_TIMEOUT', { type: 'report' }),
        await failed(10, 'TASK_TIMEOUT', { type: 'report' }),
      ];
      const notNamed = await failed(20, 'TASK_TIMEOUT', { type: 'report' });
      const ids = [right, ...wrong, UNKNOWN_ID];
      assert.deepEqual(await redrive({ ...matching, ids }), { matched: 1, redriven: 1 });
      assert.deepEqual(await states([right, ...wrong, notNamed]), ['scheduled', ...Array(5).fill('failed')]);
    });

    const single: Record<string, [() => Partial<Redrive>, count: number]> = {
      'of a type': [() => ({ type: 'report' }), 1],
      'with an error': [() => ({ errorCode: 'TASK_TIMEOUT' }), 1],
      'that failed from a time on': [() => ({ finishedFrom: inSeconds(-15) }), 2],
      'that failed before a time': [() => ({ finishedBefore: inSeconds(-15) }), 1],
      'by their ids, of which there is none': [() => ({ ids: [] }), 0],
    };
    for (const [name, [filterOf, count]] of Object.entries(single)) {
      test(`takes those ${name}`, async () => {
        await failed(10, 'TASK_TIMEOUT');
        await failed(10, 'HANDLER_ERROR', { type: 'report' });
        await failed(20);
        const filter = filterOf();
        assert.deepEqual(await redrive({ ...filter, isDryRun: true }), { matched: count, redriven: 0 });
        assert.deepEqual(await redrive(filter), { matched: count, redriven: count });
      });
    }

    test('takes a time that is exactly when a task failed as from, and not as before', async () => {
      const { finishedAt } = await read(use().store, await failed(0));
      assert.ok(finishedAt);
      await use().sql.query(`update tasks set finished_at = date_trunc('milliseconds', finished_at)`);
      assert.equal((await redrive({ finishedBefore: finishedAt })).matched, 0);
      assert.equal((await redrive({ finishedFrom: finishedAt })).matched, 1);
    });

    test('makes them due at the rate, the longest failed first', async () => {
      const ids = [await failed(10), await failed(30), await failed(20)];
      assert.deepEqual(await redrive({ ratePerSecond: 0.5 }), { matched: 3, redriven: 3 });
      const dueAt = await Promise.all(ids.map(async (id) => Date.parse((await read(use().store, id)).runAt ?? '')));
      const [third = 0, first = 0, second = 0] = dueAt;
      assert.deepEqual([second - first, third - first], [2000, 4000]);
      assert.deepEqual(await dispatchAll(use().store), [ids[1]]);
    });

    test('without a rate makes them due at once', async () => {
      const ids = [await failed(10), await failed(20)];
      await redrive();
      assert.deepEqual(new Set(await dispatchAll(use().store)), new Set(ids));
    });

    test('takes no more than the limit, the oldest tasks first', async () => {
      const ids = [await failed(10), await failed(20), await failed(30)];
      assert.deepEqual(await redrive({ limit: 2, isDryRun: true }), { matched: 2, redriven: 0 });
      assert.deepEqual(await redrive({ limit: 2 }), { matched: 2, redriven: 2 });
      assert.deepEqual(await states(ids), ['scheduled', 'scheduled', 'failed']);
      assert.deepEqual(await redrive({ limit: 2 }), { matched: 1, redriven: 1 });
    });

    test('only counts in a dry run', async () => {
      const task = await read(use().store, await failed(10));
      assert.deepEqual(await redrive({ isDryRun: true, ratePerSecond: 1 }), { matched: 1, redriven: 0 });
      assert.deepEqual(await read(use().store, task.id), task);
    });

    test('by several at once takes each task once', async () => {
      await Promise.all(Array.from({ length: 20 }, () => taskIn(use(), 'failed')));
      const redrives = await Promise.all([0, 1, 2].map(() => redrive()));
      assert.equal(
        redrives.reduce((sum, { redriven }) => sum + redriven, 0),
        20,
      );
    });
  });
}
