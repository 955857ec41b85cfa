import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FINAL_TASK_STATES } from '@offload/contract';
import { dispatchAll, type Fixture, newTask, OUTCOMES, read, start, taskIn } from '../fixture.ts';

export function testRecovering(use: () => Fixture): void {
  describe('recoverAll', () => {
    test('finds nothing to do in an empty store', async () => {
      assert.equal(await use().store.recoverAll(), 0);
    });

    test('makes queued and running tasks due, and closes the attempts as lost', async () => {
      const fixture = use();
      const queued = await taskIn(fixture, 'queued');
      const running = await taskIn(fixture, 'running');
      assert.equal(await fixture.store.recoverAll(), 2);
      assert.equal((await read(fixture.store, queued.id)).state, 'scheduled');
      const lost = await read(fixture.store, running.id);
      assert.deepEqual([lost.state, lost.error?.code], ['retrying', 'WORKER_LOST']);
      assert.equal(lost.attempts[0]?.outcome, 'worker_lost');
      assert.deepEqual(new Set(await dispatchAll(fixture.store)), new Set([queued.id, running.id]));
      assert.equal(await start(fixture.store, running.id), 2);
    });

    test('fails a running task whose last attempt was lost, without counting it as due', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'running', { maxAttempts: 1 });
      assert.equal(await fixture.store.recoverAll(), 0);
      const task = await read(fixture.store, id);
      assert.deepEqual([task.state, task.error?.code, task.runAt], ['failed', 'WORKER_LOST', null]);
      assert.ok(task.finishedAt);
      assert.equal(task.finishedAt, task.attempts[0]?.finishedAt);
    });

    test('refuses what the former process still wants to write', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'running');
      await fixture.store.recoverAll();
      assert.equal(await fixture.store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded }), 'superseded');
    });

    test('leaves finished tasks and those that wait for their time as they are', async () => {
      const fixture = use();
      const tasks = [];
      for (const state of [...FINAL_TASK_STATES, 'scheduled', 'retrying'] as const) {
        tasks.push(await taskIn(fixture, state));
      }
      assert.equal(await fixture.store.recoverAll(), 0);
      for (const task of tasks) assert.deepEqual(await read(fixture.store, task.id), task);
    });
  });

  describe('countRunning', () => {
    test('counts the running tasks of one queue', async () => {
      const fixture = use();
      for (const queue of ['a', 'a', 'b']) await taskIn(fixture, 'running', { queue });
      await fixture.store.insert(newTask({ queue: 'a' }));
      assert.equal(await fixture.store.countRunning('a'), 2);
      assert.equal(await fixture.store.countRunning('b'), 1);
      assert.equal(await fixture.store.countRunning('c'), 0);
    });
  });
}
