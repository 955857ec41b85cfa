import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_STATES } from '@offload/contract';
import { age, BEAT, type Fixture, inSeconds, newTask, queuedAgo, taskIn } from '../fixture.ts';

const UNUSED = { queued: 0, running: 0, due: 0, scheduled: 0, oldestMs: null, workers: 0, slots: 0, started: 0 };

export function testMeasuring(use: () => Fixture): void {
  describe('measureQueues', () => {
    test('knows of no queue without tasks and workers', async () => {
      assert.deepEqual(await use().store.measureQueues(), []);
    });

    test('counts what waits, runs and is scheduled by queue, and nothing that has ended', async () => {
      const fixture = use();
      for (const state of TASK_STATES) await taskIn(fixture, state);
      await taskIn(fixture, 'running');
      await taskIn(fixture, 'running', { queue: 'other' });
      await fixture.store.insert(newTask({ queue: 'other', runAt: inSeconds(60) }));
      const measured = await fixture.store.measureQueues();
      assert.deepEqual(
        measured.map(({ oldestMs, ...counted }) => ({ ...counted, oldestMs: typeof oldestMs })),
        [
          { ...UNUSED, queue: 'other', running: 1, scheduled: 1, oldestMs: 'object' },
          // Scheduled for now, or to be retried now.
          { ...UNUSED, queue: 'task_queue', queued: 1, running: 2, due: 2, oldestMs: 'number' },
        ],
      );
    });

    test('says how long the oldest that could be started has waited, be its message sent or not', async () => {
      const fixture = use();
      const oldest = async () => (await fixture.store.measureQueues())[0]?.oldestMs ?? 0;
      const isAbout = (ms: number, seconds: number) => ms >= seconds * 1000 && ms < (seconds + 60) * 1000;
      await queuedAgo(fixture, 100);
      await queuedAgo(fixture, 50);
      assert.ok(isAbout(await oldest(), 100));
      const { id } = await taskIn(fixture, 'scheduled');
      await age(fixture, id, 300);
      assert.ok(isAbout(await oldest(), 300));
      await age(fixture, (await taskIn(fixture, 'running')).id, 900);
      assert.ok(isAbout(await oldest(), 300));
    });

    test('tells the queues of one worker apart', async () => {
      const { store } = use();
      const shares = { task_queue: { slots: 4, taken: 10 }, 'task_queue.reports': { slots: 2, taken: 3 } };
      await store.beat({ ...BEAT, concurrency: 6, started: 13, shares });
      assert.deepEqual(await store.measureQueues(), [
        { ...UNUSED, queue: 'task_queue', workers: 1, slots: 4, started: 10 },
        { ...UNUSED, queue: 'task_queue.reports', workers: 1, slots: 2, started: 3 },
      ]);
    });

    test('adds up the slots of workers that live, and what all have started', async () => {
      const { store, sql } = use();
      await store.beat({ ...BEAT, name: 'one', concurrency: 4, started: 10 });
      await store.beat({ ...BEAT, name: 'two', concurrency: 8, started: 20 });
      await store.beat({ ...BEAT, name: 'silent', concurrency: 16, started: 40 });
      await sql.query(`update workers set heartbeat_at = now() - interval '16 seconds' where name = 'silent'`);
      assert.deepEqual(await store.measureQueues(), [
        { ...UNUSED, queue: 'task_queue', workers: 2, slots: 12, started: 70 },
      ]);
    });
  });
}
