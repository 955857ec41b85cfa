import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fixture } from '../fixture.ts';

const beat = { name: 'host-1', queue: 'task_queue', concurrency: 4, running: 0 };

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
      await store.beat(beat);
      const [first] = await store.listWorkers();
      assert.ok(first);
      assert.deepEqual(first, { ...beat, startedAt: first.startedAt, heartbeatAt: first.startedAt, isAlive: true });
      assert.match(first.startedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      await age(beat.name, 10);
      await store.beat({ ...beat, queue: 'other', concurrency: 5, running: 3 });
      const [second] = await store.listWorkers();
      assert.ok(second && second.heartbeatAt >= first.heartbeatAt);
      assert.deepEqual(second, {
        name: beat.name,
        queue: 'other',
        concurrency: 5,
        running: 3,
        startedAt: first.startedAt,
        heartbeatAt: second.heartbeatAt,
        isAlive: true,
      });
    });

    test('a worker is alive for three beats after its last one', async () => {
      const { store } = use();
      await store.beat(beat);
      await age(beat.name, 14);
      assert.equal((await store.listWorkers())[0]?.isAlive, true);
      await age(beat.name, 2);
      assert.equal((await store.listWorkers())[0]?.isAlive, false);
      await store.beat(beat);
      assert.equal((await store.listWorkers())[0]?.isAlive, true);
    });

    test('a beat forgets workers that have been silent for an hour, and no others', async () => {
      const { store } = use();
      for (const name of ['silent', 'quiet', 'back']) await store.beat({ ...beat, name });
      await age('silent', 3601);
      await age('quiet', 3500);
      await age('back', 7200);
      await store.beat({ ...beat, name: 'back' });
      assert.deepEqual(await names(), ['back', 'quiet']);
    });

    test('a removed worker is off the list; removing it again does nothing', async () => {
      const { store } = use();
      await store.beat(beat);
      await store.removeWorker(beat.name);
      await store.removeWorker(beat.name);
      assert.deepEqual(await store.listWorkers(), []);
    });

    test('NUL and lone surrogates in names become U+FFFD, so that the worker can still be removed', async () => {
      const { store } = use();
      await store.beat({ ...beat, name: 'w\0\ud800', queue: '\0' });
      assert.deepEqual(await names(), ['w\uFFFD\uFFFD']);
      await store.removeWorker('w\0\ud800');
      assert.deepEqual(await names(), []);
    });
  });
}
