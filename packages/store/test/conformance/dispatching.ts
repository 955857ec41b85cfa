import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_STATES } from '@offload/contract';
import type { Claim, DueTask } from '../../src/index.ts';
import {
  dispatchAll,
  type Fixture,
  newTask,
  OUTCOMES,
  read,
  start,
  taskIn,
  UNKNOWN_ID,
  untimed,
  WORKER,
} from '../fixture.ts';

export function testDispatching(use: () => Fixture): void {
  describe('makeDue', () => {
    test('makes queued tasks scheduled and due now, and leaves all others as they are', async () => {
      const fixture = use();
      const others = [];
      for (const state of TASK_STATES.filter((other) => other !== 'queued')) others.push(await taskIn(fixture, state));
      const queued = [await taskIn(fixture, 'queued'), await taskIn(fixture, 'queued')];
      await fixture.store.makeDue([...queued, ...others].map(({ id }) => id).concat(UNKNOWN_ID));
      for (const { id } of queued) {
        const task = await read(fixture.store, id);
        assert.deepEqual([task.state, task.queuedAt], ['scheduled', null]);
        assert.ok(task.runAt && task.runAt >= task.createdAt);
      }
      for (const other of others) assert.deepEqual(await read(fixture.store, other.id), other);
      await fixture.store.makeDue([]);
    });
  });

  describe('dispatchDue', () => {
    test('gives a task with the trace that it was submitted in, if any, also when it is sent again', async () => {
      const { store } = use();
      const traceContext = {
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        tracestate: 'a=b',
      };
      const traced = await store.insert(newTask({ traceContext }));
      const untraced = await store.insert(newTask());
      for (let time = 1; time <= 2; time++) {
        await store.makeDue([traced.id, untraced.id]);
        const contexts = new Map<string, unknown>();
        await store.dispatchDue(10, async (due) => {
          for (const task of due) contexts.set(task.id, task.traceContext);
          return due.map(({ id }) => id);
        });
        assert.deepEqual(contexts.get(traced.id), traceContext);
        assert.equal(contexts.get(untraced.id), null);
      }
    });

    test('does not publish, and has nothing to wait for, when no task waits', async () => {
      const fixture = use();
      await taskIn(fixture, 'queued');
      const dispatched = await fixture.store.dispatchDue(10, async () => assert.fail('nothing is due'));
      assert.deepEqual(dispatched, { published: 0, unpublished: 0, nextDueInMs: null });
    });

    test('leaves the tasks of the queues due that are left out, and sends what comes after them', async () => {
      const { store } = use();
      const ids = await Promise.all(
        ['gone', 'gone', 'task_queue'].map(async (queue) => (await store.insert(newTask({ queue }))).id),
      );
      await store.makeDue(ids);
      const sent: string[] = [];
      const dispatched = await store.dispatchDue(
        1,
        async (due) => {
          sent.push(...due.map(({ queue }) => queue));
          return due.map(({ id }) => id);
        },
        ['gone', 'lost'],
      );
      assert.deepEqual([sent, dispatched.published, dispatched.unpublished], [['task_queue'], 1, 0]);
      assert.equal((await read(store, ids[0] as string)).state, 'scheduled');
    });

    test('publishes what is due, complete for its message, and queues it', async () => {
      const fixture = use();
      const { store } = fixture;
      const { id } = await store.insert(newTask({ payload: '\0', timeoutMs: 1234, maxAttempts: 5, requestId: 'r' }));
      await store.makeDue([id]);
      const { createdAt, runAt } = await read(store, id);
      const published: DueTask[] = [];
      const dispatched = await store.dispatchDue(10, async (due) => {
        published.push(...due);
        return [id];
      });
      const task = await read(store, id);
      const { queuedAt } = task;
      assert.deepEqual(published, [
        {
          id,
          type: 'sleep',
          queue: 'task_queue',
          payload: '\0',
          priority: 0,
          maxAttempts: 5,
          createdAt,
          queuedAt,
          timeoutMs: 1234,
          requestId: 'r',
          traceContext: null,
        },
      ]);
      assert.deepEqual(dispatched, { published: 1, unpublished: 0, nextDueInMs: null });
      assert.deepEqual([task.state, task.runAt], ['queued', null]);
      assert.ok(runAt && task.queuedAt && task.queuedAt >= runAt);
      await start(store, id);
    });

    test('sends the longest due first, up to the limit', async () => {
      const fixture = use();
      const ids: string[] = [];
      for (let count = 0; count < 5; count++) ids.push((await taskIn(fixture, 'scheduled')).id);
      for (const [index, id] of ids.entries()) {
        await fixture.sql.query(`update tasks set run_at = now() - $2 * interval '1 second' where id = $1`, [
          id,
          index,
        ]);
      }
      const batches: string[][] = [];
      for (let round = 0; round < 3; round++) {
        await fixture.store.dispatchDue(2, async (due) => {
          batches.push(due.map((task) => task.id));
          return due.map((task) => task.id);
        });
      }
      const [a, b, c, d, e] = ids;
      assert.deepEqual(batches, [[e, d], [c, b], [a]]);
    });

    test('leaves what publish did not confirm due, and says how much', async () => {
      const fixture = use();
      const first = await taskIn(fixture, 'scheduled');
      const second = await taskIn(fixture, 'retrying');
      const dispatched = await fixture.store.dispatchDue(10, async () => [second.id, second.id, UNKNOWN_ID]);
      assert.deepEqual(dispatched, { published: 1, unpublished: 1, nextDueInMs: null });
      assert.deepEqual(await read(fixture.store, first.id), first);
      assert.deepEqual(await dispatchAll(fixture.store), [first.id]);
    });

    test('does not touch a task that publish names but was not given', async () => {
      const fixture = use();
      const later = await taskIn(fixture, 'running');
      await fixture.store.settle({ taskId: later.id, attempt: 1, outcome: OUTCOMES.retry });
      await taskIn(fixture, 'scheduled');
      await fixture.store.dispatchDue(10, async (due) => [...due.map(({ id }) => id), later.id]);
      assert.equal((await read(fixture.store, later.id)).state, 'retrying');
    });

    test('says when the next task becomes due, and leaves it until then', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'running');
      await fixture.store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.retry });
      const { published, nextDueInMs } = await fixture.store.dispatchDue(10, async () => assert.fail('nothing is due'));
      assert.equal(published, 0);
      assert.ok(nextDueInMs !== null && nextDueInMs > 30_000 && nextDueInMs <= OUTCOMES.retry.delayMs);
    });

    test('keeps everything due when publish throws, and passes its error on', async () => {
      const fixture = use();
      const task = await taskIn(fixture, 'scheduled');
      const failure = new Error('the broker is gone');
      await assert.rejects(
        fixture.store.dispatchDue(10, async () => Promise.reject(failure)),
        (error) => error === failure,
      );
      assert.deepEqual(await read(fixture.store, task.id), task);
      assert.deepEqual(await dispatchAll(fixture.store), [task.id]);
    });

    test('a message that arrives before its dispatch is stored starts its task all the same', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'scheduled');
      let claim: Promise<Claim> | undefined;
      await fixture.store.dispatchDue(10, async () => {
        claim = fixture.store.claim({ taskId: id, worker: WORKER, redelivered: false });
        return [id];
      });
      assert.deepEqual(untimed(await claim), { kind: 'claimed', attempt: 1, maxAttempts: 3, failures: 0 });
    });

    test('a retry that was dispatched starts with the next attempt number', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'retrying');
      assert.deepEqual(await dispatchAll(fixture.store), [id]);
      assert.equal(await start(fixture.store, id), 2);
    });

    test('two dispatchers at once do not share a task', async () => {
      const fixture = use();
      for (let count = 0; count < 20; count++) await taskIn(fixture, 'scheduled');
      const ids = await Promise.all([dispatchAll(fixture.store), dispatchAll(fixture.store)]);
      assert.equal(ids.flat().length, 20);
      assert.equal(new Set(ids.flat()).size, 20);
    });
  });
}
