import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClaimRequest } from '../../src/index.ts';
import { type Fixture, inSeconds, newTask, OUTCOMES, read, start, taskIn, verdict, WORKER } from '../fixture.ts';

/** Claims that end their task instead of starting an attempt. */
export function testEndingByClaim(use: () => Fixture): void {
  const request = (taskId: string, redelivered: boolean): ClaimRequest => ({ taskId, worker: 'other', redelivered });

  /** As time does. */
  const passExpiry = (id: string) =>
    use().sql.query(`update tasks set expires_at = now() - interval '1 second' where id = $1`, [id]);

  describe('claim instead of a start', () => {
    test('cancels a task whose worker was lost after somebody had asked for that', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await start(store, id);
      await store.cancel(id);
      const { cancelRequestedAt } = await read(store, id);
      assert.equal(verdict(await store.claim(request(id, false))), 'running');
      assert.equal(verdict(await store.claim(request(id, true))), 'cancelled');
      const task = await read(store, id);
      assert.deepEqual([task.state, task.error, task.attempt], ['cancelled', null, 1]);
      assert.deepEqual([task.attempts[0]?.outcome, task.attempts[0]?.finishedAt], ['worker_lost', task.finishedAt]);
      assert.ok(cancelRequestedAt);
      assert.equal(task.cancelRequestedAt, cancelRequestedAt);
      assert.equal(verdict(await store.claim(request(id, true))), 'not_startable');
    });

    test('cancels a queued task whose cancellation an older version did not see', async () => {
      const { store, sql } = use();
      const { id } = await store.insert(newTask());
      await sql.query('update tasks set cancel_requested_at = now() where id = $1', [id]);
      assert.equal(verdict(await store.claim(request(id, false))), 'cancelled');
      const task = await read(store, id);
      assert.deepEqual([task.state, task.attempts], ['cancelled', []]);
      assert.ok(task.finishedAt);
    });

    test('expires a queued task that comes too late', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ expiresAt: inSeconds(-1) }));
      assert.equal(verdict(await store.claim(request(id, false))), 'expired');
      const task = await read(store, id);
      assert.deepEqual([task.state, task.attempts, task.error], ['expired', [], null]);
      assert.ok(task.finishedAt);
      assert.equal(verdict(await store.claim(request(id, false))), 'not_startable');
    });

    test('expires a task whose worker was lost when it is too late for another attempt', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ expiresAt: inSeconds(60) }));
      await start(store, id);
      await passExpiry(id);
      assert.equal(verdict(await store.claim(request(id, true))), 'expired');
      const task = await read(store, id);
      assert.deepEqual([task.state, task.attempts[0]?.outcome], ['expired', 'worker_lost']);
    });

    test('does not disturb an attempt that was started in time', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ expiresAt: inSeconds(60) }));
      await start(store, id);
      await passExpiry(id);
      assert.equal(verdict(await store.claim(request(id, false))), 'running');
      assert.equal(await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded }), 'stored');
      assert.equal((await read(store, id)).state, 'succeeded');
    });

    test('prefers what somebody asked for to what went wrong, and that to being late', async () => {
      const { store } = use();
      const [cancelled, exhausted] = await Promise.all(
        [0, 1].map(() => store.insert(newTask({ maxAttempts: 1, expiresAt: inSeconds(60) }))),
      );
      assert.ok(cancelled && exhausted);
      for (const { id } of [cancelled, exhausted]) {
        await start(store, id);
        await passExpiry(id);
      }
      await store.cancel(cancelled.id);
      const claims = await Promise.all([cancelled, exhausted].map(({ id }) => store.claim(request(id, true))));
      assert.deepEqual(claims.map(verdict), ['cancelled', 'exhausted']);
      assert.equal((await read(store, exhausted.id)).error?.code, 'WORKER_LOST');
    });

    test('is answered within a batch of every verdict that there is', async () => {
      const fixture = use();
      const { store } = fixture;
      const running = await Promise.all(
        [1, 3, 3, 3].map((maxAttempts) => taskIn(fixture, 'running', { maxAttempts, expiresAt: inSeconds(60) })),
      );
      const [exhausted, cancelled, lost, held] = running.map(({ id }) => id) as [string, string, string, string];
      await store.cancel(cancelled);
      const { id: late } = await store.insert(newTask({ expiresAt: inSeconds(-1) }));
      const { id: queued } = await taskIn(fixture, 'queued');
      const { id: finished } = await taskIn(fixture, 'failed');
      const requests: ClaimRequest[] = [
        // It goes alone; the others share the next statement.
        request(finished, true),
        request(late, false),
        request(exhausted, true),
        request(queued, false),
        request(cancelled, true),
        request(lost, true),
        request(held, false),
        { taskId: held.toUpperCase(), worker: WORKER, redelivered: false, repeated: true },
        request(finished, true),
      ];
      const claims = await Promise.all(requests.map((each) => store.claim(each)));
      assert.deepEqual(claims.map(verdict), [
        'not_startable',
        'expired',
        'exhausted',
        1,
        'cancelled',
        2,
        'running',
        1,
        'not_startable',
      ]);
      const ids = [late, exhausted, queued, cancelled, lost, held, finished];
      const states = await Promise.all(ids.map(async (id) => (await read(store, id)).state));
      assert.deepEqual(states, ['expired', 'failed', 'running', 'cancelled', 'running', 'running', 'failed']);
    });
  });
}
