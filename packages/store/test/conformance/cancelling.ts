import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_STATES } from '@offload/contract';
import { type Fixture, read, start, taskIn, UNKNOWN_ID, WORKER } from '../fixture.ts';

const CANCELLABLE = ['scheduled', 'queued', 'retrying'] as const;

export function testCancelling(use: () => Fixture): void {
  describe('cancel', () => {
    for (const state of CANCELLABLE) {
      test(`cancels a task that is ${state}, for good`, async () => {
        const fixture = use();
        const { id } = await taskIn(fixture, state);
        const cancellation = await fixture.store.cancel(id);
        const task = await read(fixture.store, id);
        assert.deepEqual(cancellation, { kind: 'cancelled', task });
        assert.deepEqual([task.state, task.runAt], ['cancelled', null]);
        assert.ok(task.finishedAt);
        assert.equal(task.cancelRequestedAt, task.finishedAt);
        assert.deepEqual(await fixture.store.claim({ taskId: id, worker: WORKER, redelivered: false }), {
          kind: 'refused',
          reason: 'not_startable',
        });
        await fixture.store.dispatchDue(10, async () => assert.fail('nothing is due'));
      });
    }

    test('refuses every other state, names it, and leaves the task as it is', async () => {
      const fixture = use();
      for (const state of TASK_STATES.filter((other) => !CANCELLABLE.some((cancellable) => cancellable === other))) {
        const task = await taskIn(fixture, state);
        assert.deepEqual(await fixture.store.cancel(task.id), { kind: 'refused', state });
        assert.deepEqual(await read(fixture.store, task.id), task);
      }
    });

    test('does not know an unknown id, or what is no id at all', async () => {
      for (const id of [UNKNOWN_ID, 'x', '']) assert.deepEqual(await use().store.cancel(id), { kind: 'unknown' });
    });

    test('a cancel and a claim at the same time leave one winner', async () => {
      const fixture = use();
      for (let round = 0; round < 10; round++) {
        const { id } = await taskIn(fixture, 'queued');
        const [cancellation, claim] = await Promise.all([
          fixture.store.cancel(id),
          fixture.store.claim({ taskId: id, worker: WORKER, redelivered: false }),
        ]);
        assert.notEqual(cancellation.kind === 'cancelled', claim.kind === 'claimed');
        const { state } = await read(fixture.store, id);
        assert.equal(state, claim.kind === 'claimed' ? 'running' : 'cancelled');
      }
    });

    test('a cancelled retry keeps its attempts', async () => {
      const fixture = use();
      const { id, attempts } = await taskIn(fixture, 'retrying');
      await fixture.store.cancel(id);
      assert.deepEqual((await read(fixture.store, id)).attempts, attempts);
      await assert.rejects(start(fixture.store, id));
    });
  });
}
