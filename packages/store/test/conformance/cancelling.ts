import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FINAL_TASK_STATES, type TaskState } from '@offload/contract';
import type { Outcome } from '../../src/index.ts';
import { dispatchAll, type Fixture, newTask, OUTCOMES, read, start, taskIn, UNKNOWN_ID, WORKER } from '../fixture.ts';

const CANCELLABLE = ['scheduled', 'queued', 'retrying'] as const;

/** What a running task becomes if its attempt ends so after somebody asked to cancel it. */
const AFTER_REQUEST: Record<Outcome['kind'], TaskState> = {
  succeeded: 'succeeded',
  retry: 'cancelled',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'cancelled',
};

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

    test('only marks a task that runs, the first time that somebody asks', async () => {
      const fixture = use();
      const before = await taskIn(fixture, 'running');
      const cancellation = await fixture.store.cancel(before.id);
      const task = await read(fixture.store, before.id);
      assert.deepEqual(cancellation, { kind: 'requested', task });
      assert.ok(task.cancelRequestedAt);
      assert.deepEqual({ ...task, cancelRequestedAt: null }, before);
      assert.deepEqual(await fixture.store.cancel(before.id), cancellation);
    });

    for (const [kind, state] of Object.entries(AFTER_REQUEST) as [Outcome['kind'], TaskState][]) {
      for (const isDetached of [false, true]) {
        test(`makes of '${kind}', ${isDetached ? 'without' : 'with'} its message, a task that is ${state}`, async () => {
          const fixture = use();
          const { id } = await taskIn(fixture, 'running');
          if (isDetached) await fixture.store.detach({ taskId: id, attempt: 1 });
          await fixture.store.cancel(id);
          const outcome = OUTCOMES[kind];
          assert.equal(await fixture.store.settle({ taskId: id, attempt: 1, outcome }), 'stored');
          const task = await read(fixture.store, id);
          assert.deepEqual([task.state, task.runAt], [state, null]);
          assert.ok(task.finishedAt && task.cancelRequestedAt);
          assert.deepEqual(task.attempts[0]?.error ?? null, 'error' in outcome ? outcome.error : null);
          assert.deepEqual(await dispatchAll(fixture.store), []);
        });
      }
    }

    test('refuses a task that has finished, names its state, and leaves it as it is', async () => {
      const fixture = use();
      for (const state of FINAL_TASK_STATES) {
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
        assert.equal(cancellation.kind, claim.kind === 'claimed' ? 'requested' : 'cancelled');
        const { state, cancelRequestedAt } = await read(fixture.store, id);
        assert.equal(state, claim.kind === 'claimed' ? 'running' : 'cancelled');
        assert.ok(cancelRequestedAt);
      }
    });

    test('a cancel, an interruption and a redelivery at the same time leave one winner and no running task', async () => {
      const { store } = use();
      for (let round = 0; round < 10; round++) {
        const { id } = await store.insert(newTask());
        await start(store, id);
        const settlement = { taskId: id, attempt: 1, outcome: OUTCOMES.interrupted };
        const verbs = [
          () => store.cancel(id),
          () => store.settle(settlement),
          () => store.claim({ taskId: id, worker: 'other', redelivered: true }),
        ];
        // Each of them goes first in some round.
        await Promise.all([...verbs.slice(round % 3), ...verbs.slice(0, round % 3)].map((verb) => verb()));
        const task = await read(store, id);
        if (task.state === 'running') {
          // The claim won: it is told by its heartbeat, and whatever it comes to, the task does not go on.
          assert.deepEqual([task.attempt, task.cancelRequestedAt === null], [2, false]);
          await store.settle({ taskId: id, attempt: 2, outcome: OUTCOMES.retry });
        }
        assert.equal((await read(store, id)).state, 'cancelled');
        assert.deepEqual(await dispatchAll(store), []);
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
