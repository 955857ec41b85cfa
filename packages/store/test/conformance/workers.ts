import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BEAT, type Fixture, newTask, OUTCOMES, start, taskIn, UNKNOWN_ID, WORKER } from '../fixture.ts';

export function testWorkers(use: () => Fixture): void {
  describe('workers', () => {
    const age = (name: string, seconds: number) =>
      use().sql.query(`update workers set heartbeat_at = heartbeat_at - $2 * interval '1 second' where name = $1`, [
        name,
        seconds,
      ]);
    const names = async () => (await use().store.listWorkers()).map(({ name }) => name);

    test('a first beat registers a worker, the next ones renew it', async () => {
      const { store } = use();
      await store.beat(BEAT);
      const [first] = await store.listWorkers();
      assert.ok(first);
      assert.deepEqual(first, {
        name: WORKER,
        queue: 'task_queue',
        queues: ['task_queue'],
        concurrency: 4,
        running: 0,
        startedAt: first.startedAt,
        heartbeatAt: first.startedAt,
        isAlive: true,
      });
      assert.match(first.startedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      await age(BEAT.name, 10);
      const attempts = Array.from({ length: 3 }, () => ({ taskId: UNKNOWN_ID, attempt: 1 }));
      const otherQueues = { 'other.reports': {}, 'other.mail': { 0: 1 } };
      await store.beat({ ...BEAT, queue: 'other', concurrency: 5, attempts, otherQueues });
      const [second] = await store.listWorkers();
      assert.ok(second && second.heartbeatAt >= first.heartbeatAt);
      assert.deepEqual(second, {
        name: BEAT.name,
        queue: 'other',
        queues: ['other', 'other.mail', 'other.reports'],
        concurrency: 5,
        running: 3,
        startedAt: first.startedAt,
        heartbeatAt: second.heartbeatAt,
        isAlive: true,
      });
    });

    test('a worker is alive for three beats after its last one', async () => {
      const { store } = use();
      await store.beat(BEAT);
      await age(BEAT.name, 14);
      assert.equal((await store.listWorkers())[0]?.isAlive, true);
      await age(BEAT.name, 2);
      assert.equal((await store.listWorkers())[0]?.isAlive, false);
      await store.beat(BEAT);
      assert.equal((await store.listWorkers())[0]?.isAlive, true);
    });

    test('a beat tells which of its attempts somebody asked to cancel, and which are no longer its own', async () => {
      const fixture = use();
      const { store } = fixture;
      const [held, toCancel, takenOver, settled] = await Promise.all(
        Array.from({ length: 4 }, () => taskIn(fixture, 'running')),
      );
      assert.ok(held && toCancel && takenOver && settled);
      await store.cancel(toCancel.id);
      await start(store, takenOver.id, { redelivered: true });
      await store.settle({ taskId: settled.id, attempt: 1, outcome: OUTCOMES.retry });
      const ids = [held.id, toCancel.id, takenOver.id, settled.id, UNKNOWN_ID];
      const beat = await store.beat({ ...BEAT, attempts: ids.map((taskId) => ({ taskId, attempt: 1 })) });
      assert.deepEqual(beat.cancelled, [{ taskId: toCancel.id, attempt: 1 }]);
      assert.deepEqual(new Set(beat.lost.map(({ taskId }) => taskId)), new Set([takenOver.id, settled.id, UNKNOWN_ID]));
      assert.deepEqual(await store.beat(BEAT), { cancelled: [], lost: [], pausedQueues: [] });
    });

    test('an attempt whose task somebody asked to cancel is lost all the same once another one runs', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await start(store, id);
      await start(store, id, { redelivered: true });
      await store.cancel(id);
      const attempts = (attempt: number) => [{ taskId: id, attempt }];
      assert.deepEqual(await store.beat({ ...BEAT, attempts: attempts(1) }), {
        cancelled: [],
        lost: attempts(1),
        pausedQueues: [],
      });
      assert.deepEqual(await store.beat({ ...BEAT, attempts: attempts(2) }), {
        cancelled: attempts(2),
        lost: [],
        pausedQueues: [],
      });
    });

    test('a beat forgets workers that have been silent for an hour, and no others', async () => {
      const { store } = use();
      for (const name of ['silent', 'quiet', 'back']) await store.beat({ ...BEAT, name });
      await age('silent', 3601);
      await age('quiet', 3500);
      await age('back', 7200);
      await store.beat({ ...BEAT, name: 'back' });
      assert.deepEqual(await names(), ['back', 'quiet']);
    });

    test('a removed worker is off the list; removing it again does nothing', async () => {
      const { store } = use();
      await store.beat(BEAT);
      await store.removeWorker(BEAT.name);
      await store.removeWorker(BEAT.name);
      assert.deepEqual(await store.listWorkers(), []);
    });

    test('NUL and lone surrogates in names become U+FFFD, so that the worker can still be removed', async () => {
      const { store } = use();
      await store.beat({ ...BEAT, name: 'w\0\ud800', queue: '\0' });
      assert.deepEqual(await names(), ['w\uFFFD\uFFFD']);
      await store.removeWorker('w\0\ud800');
      assert.deepEqual(await names(), []);
    });
  });
}
