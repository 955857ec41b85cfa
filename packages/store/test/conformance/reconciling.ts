import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_STATES } from '@offload/contract';
import type { Reconciliation } from '../../src/index.ts';
import { createReconciler } from '../../src/reconcile-queued.ts';
import { age, BEAT, dispatchAll, type Fixture, newTask, OUTCOMES, queuedAgo, read, start, taskIn } from '../fixture.ts';

const MARGIN_MS = 5000;

export function testReconciling(use: () => Fixture): void {
  describe('reconcile', () => {
    const reconcile = (isDrained: boolean, changes: Partial<Reconciliation> = {}) =>
      use().store.reconcile({
        queue: 'task_queue',
        isDrained: async () => isDrained,
        marginMs: MARGIN_MS,
        limit: 100,
        ...changes,
      });

    /** A living worker was given a message that had been queued so many seconds ago, by priority. */
    const reach = (secondsAgo: Record<number, number>, changes: object = {}) => {
      const ago = Object.entries(secondsAgo).map(([priority, seconds]) => [priority, Date.now() - seconds * 1000]);
      return use().store.beat({ ...BEAT, frontiers: Object.fromEntries(ago), ...changes });
    };

    const silence = (seconds: number) =>
      use().sql.query(`update workers set heartbeat_at = heartbeat_at - $1 * interval '1 second'`, [seconds]);

    const states = async (tasks: readonly { id: string }[]) =>
      Promise.all(tasks.map(async ({ id }) => (await read(use().store, id)).state));

    test('makes a queued task due that the queue has come past, and its new message starts it', async () => {
      const { store } = use();
      const { id } = await queuedAgo(use(), 60);
      await reach({ 0: 30 });
      assert.equal(await reconcile(false), 1);
      const task = await read(store, id);
      assert.deepEqual([task.state, task.queuedAt], ['scheduled', null]);
      assert.ok(task.runAt);
      assert.equal(await reconcile(true), 0);
      assert.deepEqual(await dispatchAll(store), [id]);
      assert.equal(await reconcile(true), 0);
      assert.equal(await start(store, id), 1);
    });

    test('reads so many tasks at a time, and finds in a few looks what lies behind those that wait rightly', async () => {
      const { sql } = use();
      const look = createReconciler(sql, 3);
      const reconcileSome = () =>
        look({ queue: 'task_queue', isDrained: async () => false, marginMs: MARGIN_MS, limit: 100 });
      const waiting = [];
      for (let count = 0; count < 6; count++) waiting.push(await queuedAgo(use(), 60));
      const lost = await queuedAgo(use(), 50);
      await sql.query('update tasks set queued_at = now() where id <> $1', [lost.id]);
      await reach({ 0: 30 });
      assert.deepEqual([await reconcileSome(), await reconcileSome(), await reconcileSome()], [0, 0, 1]);
      // After the youngest it begins again at the oldest.
      await sql.query(`update tasks set queued_at = now() - interval '1 minute' where id = $1`, [waiting[0]?.id ?? '']);
      assert.equal(await reconcileSome(), 1);
    });

    test('leaves a task whose message is still to come, or so near that it may be', async () => {
      const tasks = [await queuedAgo(use(), 20), await queuedAgo(use(), 32), await queuedAgo(use(), 38)];
      await reach({ 0: 30 });
      assert.equal(await reconcile(false), 1);
      assert.deepEqual(await states(tasks), ['queued', 'queued', 'scheduled']);
    });

    test('takes everything but the very last when no message waits any more', async () => {
      const tasks = [await queuedAgo(use(), 60), await queuedAgo(use(), 6), await queuedAgo(use(), 1)];
      await reach({});
      assert.equal(await reconcile(false), 0);
      assert.equal(await reconcile(true), 2);
      assert.deepEqual(await states(tasks), ['scheduled', 'scheduled', 'queued']);
    });

    test('counts by when a task was queued last, not by when it was made', async () => {
      const fixture = use();
      const { id } = await queuedAgo(fixture, 60);
      await fixture.store.makeDue([id]);
      await dispatchAll(fixture.store);
      await reach({ 0: 30 });
      assert.equal(await reconcile(false), 0);
      assert.equal(await reconcile(true), 0);
      await age(fixture, id, 60);
      assert.equal(await reconcile(false), 1);
    });

    test('looks at each priority by itself', async () => {
      const fixture = use();
      const tasks = [];
      for (const priority of [0, 5, 9]) {
        const task = await queuedAgo(fixture, 60);
        await fixture.sql.query('update tasks set priority = $2 where id = $1', [task.id, priority]);
        tasks.push(task);
      }
      await reach({ 5: 30, 9: 90 });
      assert.equal(await reconcile(false), 1);
      assert.deepEqual(await states(tasks), ['queued', 'scheduled', 'queued']);
    });

    test('goes by the worker that has come furthest, though it be gone, while another lives', async () => {
      const task = await queuedAgo(use(), 60);
      await reach({ 0: 30 }, { name: 'gone' });
      await silence(20);
      await reach({ 0: 90 }, { name: 'behind' });
      assert.equal(await reconcile(false), 1);
      assert.deepEqual(await states([task]), ['scheduled']);
    });

    test('does nothing, and asks no broker, while no worker of the queue lives', async () => {
      await queuedAgo(use(), 60);
      const isDrained = async () => assert.fail('the broker was asked');
      assert.equal(await reconcile(true, { isDrained }), 0);
      await reach({ 0: 30 });
      await silence(16);
      await reach({ 0: 30 }, { name: 'of another queue', queue: 'other' });
      assert.equal(await reconcile(true, { isDrained }), 0);
    });

    test('leaves the tasks of other queues, and does not go by their workers', async () => {
      const tasks = [await queuedAgo(use(), 60, { queue: 'other' }), await queuedAgo(use(), 60)];
      await reach({ 0: 90 });
      await reach({ 0: 30 }, { name: 'of another queue', queue: 'other' });
      assert.equal(await reconcile(false), 0);
      assert.equal(await reconcile(true), 1);
      assert.deepEqual(await states(tasks), ['queued', 'scheduled']);
    });

    test('does not believe a message that says it was queued in the future', async () => {
      const task = await queuedAgo(use(), 60);
      await reach({ 0: -3600 });
      assert.equal(await reconcile(false), 0);
      await reach({ 0: 30 }, { name: 'other' });
      assert.equal(await reconcile(false), 1);
      assert.deepEqual(await states([task]), ['scheduled']);
    });

    test('leaves tasks in every other state as they are', async () => {
      const fixture = use();
      const others = [];
      for (const state of TASK_STATES.filter((other) => other !== 'queued')) {
        const { id } = await taskIn(fixture, state);
        await age(fixture, id, 60);
        others.push(await read(fixture.store, id));
      }
      await reach({ 0: 0 });
      assert.equal(await reconcile(true), 0);
      for (const other of others) assert.deepEqual(await read(fixture.store, other.id), other);
    });

    test('takes no more than the limit, the oldest first', async () => {
      const tasks = [await queuedAgo(use(), 61), await queuedAgo(use(), 63), await queuedAgo(use(), 62)];
      await reach({});
      assert.equal(await reconcile(true, { limit: 2 }), 2);
      assert.deepEqual(await states(tasks), ['queued', 'scheduled', 'scheduled']);
    });

    test('by several at once makes each task due once', async () => {
      for (let count = 0; count < 20; count++) await queuedAgo(use(), 60);
      await reach({});
      const counts = await Promise.all([0, 1, 2].map(() => reconcile(true)));
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        20,
      );
      assert.equal((await dispatchAll(use().store)).length, 20);
    });

    test('and the lost message that comes after all start the task once', async () => {
      const { store } = use();
      const { id } = await queuedAgo(use(), 60);
      await reach({});
      await reconcile(true);
      const claim = (ticket: number, redelivered = false) =>
        store.claim({ taskId: id, worker: 'host-1', ticket, redelivered });
      assert.deepEqual(await claim(1), { kind: 'refused', reason: 'not_startable' });
      await dispatchAll(store);
      assert.equal((await claim(1)).kind, 'claimed');
      assert.deepEqual(await claim(2, true), { kind: 'refused', reason: 'running' });
      await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded });
      assert.deepEqual(await claim(2, true), { kind: 'refused', reason: 'not_startable' });
    });

    test('passes on why the broker could not be asked', async () => {
      await store().insert(newTask());
      await reach({ 0: 0 });
      const failure = new Error('the broker is away');
      await assert.rejects(reconcile(true, { isDrained: () => Promise.reject(failure) }), (error) => error === failure);
    });

    const store = () => use().store;
  });
}
