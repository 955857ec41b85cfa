import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { BEAT, type Fixture } from '../fixture.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

export function testPausing(use: () => Fixture): void {
  describe('pauses of queues', () => {
    const pause = (changes: { queue?: string; by?: string; reason?: string; until?: string } = {}) =>
      use().store.pauseQueue({ queue: 'task_queue', by: 'ops', reason: 'moving', ...changes });
    afterEach(async () => {
      await use().sql.query('delete from queue_pauses');
    });
    const paused = async () => (await use().store.listPauses()).map(({ queue }) => queue);

    test('a queue is paused with who, why and until when, until it is resumed, as often as somebody likes', async () => {
      const { store } = use();
      assert.deepEqual(await store.listPauses(), []);
      const until = inAnHour();
      const stored = await pause({ until });
      assert.deepEqual(stored, { queue: 'task_queue', by: 'ops', reason: 'moving', since: stored.since, until });
      assert.match(stored.since, /^\d{4}-.*Z$/);
      await pause({ queue: 'another' });
      assert.deepEqual(await store.listPauses(), [
        { queue: 'another', by: 'ops', reason: 'moving', since: (await store.listPauses())[0]?.since, until: null },
        stored,
      ]);
      for (let time = 0; time < 2; time++) await store.resumeQueue('task_queue');
      assert.deepEqual(await paused(), ['another']);
    });

    test('a second pause replaces all but the beginning', async () => {
      const { store, sql } = use();
      await pause({ until: inAnHour() });
      await sql.query(`update queue_pauses set since = since - interval '1 hour'`);
      const [first] = await store.listPauses();
      const second = await pause({ by: 'dev', reason: 'still' });
      assert.deepEqual(second, { queue: 'task_queue', by: 'dev', reason: 'still', since: first?.since, until: null });
    });

    test('a pause ends by itself, and the next one is another', async () => {
      const { sql } = use();
      const first = await pause({ until: inAnHour() });
      await sql.query(`update queue_pauses set since = now() - interval '2 hours', until = now()`);
      assert.deepEqual(await paused(), []);
      const second = await pause();
      assert.ok(second.since >= first.since);
    });

    test('a heartbeat is told of them', async () => {
      const { store } = use();
      assert.deepEqual((await store.beat(BEAT)).pausedQueues, []);
      await pause({ queue: 'task_queue.reports' });
      assert.deepEqual((await store.beat(BEAT)).pausedQueues, ['task_queue.reports']);
      await store.resumeQueue('task_queue.reports');
      assert.deepEqual((await store.beat(BEAT)).pausedQueues, []);
    });
  });

  describe('reconcile of several queues', () => {
    test('knows how far each queue of a worker has come', async () => {
      const { store, sql } = use();
      const insert = async (queue: string) => {
        await store.insert({
          type: 'sleep',
          payload: null,
          queue,
          maxAttempts: 3,
          timeoutMs: 1000,
          requestId: null,
        });
      };
      for (const queue of ['task_queue', 'task_queue.reports']) await insert(queue);
      await sql.query(`update tasks set queued_at = now() - interval '1 minute'`);
      const reached = { 0: Date.now() - 30_000 };
      await store.beat({ ...BEAT, frontiers: {}, otherQueues: { 'task_queue.reports': reached } });
      // Ids are of now: so that they count as made before the frontier, too.
      await sql.query(`update tasks set id = ('00000000' || substr(id::text, 9))::uuid`);
      const look = { isDrained: async () => false, marginMs: 5000, limit: 10 };
      assert.equal(await store.reconcile({ queue: 'task_queue', ...look }), 0);
      assert.equal(await store.reconcile({ queue: 'task_queue.reports', ...look }), 1);
      assert.equal(await store.reconcile({ queue: 'task_queue.mail', ...look, isDrained: async () => true }), 0);
    });
  });
}
