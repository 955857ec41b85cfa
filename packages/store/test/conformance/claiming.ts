import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FINAL_TASK_STATES, TASK_ERRORS } from '@offload/contract';
import {
  age,
  attempt,
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

const workerLost = { code: 'WORKER_LOST', message: TASK_ERRORS.WORKER_LOST, retryable: true };

export function testClaiming(use: () => Fixture): void {
  describe('claim', () => {
    test('starts the first attempt of a queued task', async () => {
      const { store } = use();
      const { id, createdAt } = await store.insert(newTask());
      assert.deepEqual(untimed(await store.claim({ taskId: id, worker: WORKER, redelivered: false })), {
        kind: 'claimed',
        attempt: 1,
        maxAttempts: 3,
        failures: 0,
      });
      const task = await read(store, id);
      const { startedAt } = task;
      assert.ok(startedAt && startedAt >= createdAt);
      assert.deepEqual([task.state, task.attempt], ['running', 1]);
      assert.deepEqual(task.attempts, [
        { number: 1, worker: WORKER, startedAt, finishedAt: null, outcome: null, error: null },
      ]);
    });

    test('refuses a task that nobody knows, with the id in whatever form', async () => {
      const { store } = use();
      for (const taskId of [UNKNOWN_ID, UNKNOWN_ID.toUpperCase()]) {
        assert.deepEqual(await store.claim({ taskId, worker: WORKER, redelivered: true }), {
          kind: 'refused',
          reason: 'unknown',
        });
      }
    });

    test('refuses a task that has finished or is due later, also when redelivered, and leaves it as it is', async () => {
      const fixture = use();
      for (const state of [...FINAL_TASK_STATES, 'scheduled', 'retrying'] as const) {
        const task = await taskIn(fixture, state);
        for (const redelivered of [false, true]) {
          assert.deepEqual(await fixture.store.claim({ taskId: task.id, worker: WORKER, redelivered }), {
            kind: 'refused',
            reason: 'not_startable',
          });
        }
        assert.deepEqual(await read(fixture.store, task.id), task);
      }
    });

    test('refuses a running task unless its delivery came back', async () => {
      const fixture = use();
      const task = await taskIn(fixture, 'running');
      const claim = await fixture.store.claim({ taskId: task.id, worker: 'other', redelivered: false });
      assert.deepEqual(claim, { kind: 'refused', reason: 'running' });
      assert.deepEqual(await read(fixture.store, task.id), task);
    });

    test('repeated for the same delivery gives the attempt that it has started already', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ maxAttempts: 1 }));
      const request = { taskId: id, worker: WORKER, redelivered: true };
      const first = await store.claim(request);
      assert.deepEqual(untimed(await store.claim({ ...request, repeated: true })), untimed(first));
      assert.equal((await read(store, id)).attempts.length, 1);
    });

    test('repeated by another worker than the one that runs it is refused', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await start(store, id);
      const claim = await store.claim({ taskId: id, worker: 'other', redelivered: false, repeated: true });
      assert.deepEqual(claim, { kind: 'refused', reason: 'running' });
    });

    test('takes a redelivered task over: the former attempt is lost and counts', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await start(store, id);
      await store.reportProgress({
        taskId: id,
        attempt: 1,
        progress: { percent: 50, message: null, etaSeconds: null },
      });
      assert.deepEqual(untimed(await store.claim({ taskId: id, worker: 'other', redelivered: true })), {
        kind: 'claimed',
        attempt: 2,
        maxAttempts: 3,
        failures: 1,
      });
      const task = await read(store, id);
      const [lost, current] = task.attempts;
      assert.deepEqual([task.state, task.attempt, task.error, task.progress], ['running', 2, null, null]);
      assert.deepEqual(
        [lost?.worker, lost?.outcome, lost?.error, lost?.finishedAt],
        [WORKER, 'worker_lost', workerLost, current?.startedAt],
      );
      assert.deepEqual([current?.number, current?.worker, current?.outcome], [2, 'other', null]);
      assert.equal(task.startedAt, current?.startedAt);
    });

    test('fails a task whose workers were lost as often as its attempts may fail', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ maxAttempts: 2 }));
      await start(store, id);
      await start(store, id, { redelivered: true });
      const claim = await store.claim({ taskId: id, worker: WORKER, redelivered: true });
      assert.deepEqual(claim, { kind: 'refused', reason: 'exhausted' });
      const task = await read(store, id);
      assert.deepEqual([task.state, task.attempt, task.error], ['failed', 2, workerLost]);
      assert.ok(task.finishedAt);
      assert.deepEqual(
        task.attempts.map(({ outcome }) => outcome),
        ['worker_lost', 'worker_lost'],
      );
      assert.deepEqual(await store.claim({ taskId: id, worker: WORKER, redelivered: true }), {
        kind: 'refused',
        reason: 'not_startable',
      });
    });

    test('a task whose next lost worker would be its last is taken over in quarantine alone', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ maxAttempts: 3 }));
      await start(store, id);
      const takeover = (quarantined: boolean) =>
        store.claim({ taskId: id, worker: 'other', redelivered: true, quarantined });
      assert.equal((await takeover(false)).kind, 'claimed');
      const before = await read(store, id);
      assert.deepEqual(await takeover(false), { kind: 'refused', reason: 'suspect' });
      assert.deepEqual(await read(store, id), before);
      const claim = await takeover(true);
      assert.ok(claim.kind === 'claimed');
      assert.deepEqual([claim.attempt, claim.failures], [3, 2]);
      assert.deepEqual(await takeover(false), { kind: 'refused', reason: 'exhausted' });
    });

    test('is a suspect also when the rescuer has taken it back, or a restart of everything', async () => {
      const fixture = use();
      const { store } = fixture;
      for (const takeBack of [
        () => store.rescue({ silentMs: 0, silentDetachedMs: 0, limit: 10 }),
        () => store.recoverAll(),
      ]) {
        const { id } = await store.insert(newTask({ maxAttempts: 2 }));
        await start(store, id);
        await age(fixture, id, 60);
        await takeBack();
        await dispatchAll(store);
        const claim = (quarantined: boolean) =>
          store.claim({ taskId: id, worker: 'other', redelivered: false, quarantined });
        assert.deepEqual(await claim(false), { kind: 'refused', reason: 'suspect' });
        assert.equal((await claim(true)).kind, 'claimed');
        await store.settle({ taskId: id, attempt: 2, outcome: OUTCOMES.succeeded });
      }
    });

    test('counts failed attempts and lost ones, but not interrupted ones', async () => {
      const { store, sql } = use();
      const { id } = await store.insert(newTask({ maxAttempts: 10 }));
      await attempt(store, id, OUTCOMES.interrupted);
      await attempt(store, id, OUTCOMES.interrupted);
      await attempt(store, id, { ...OUTCOMES.retry, delayMs: 0 });
      await sql.query(`update tasks set state = 'queued', run_at = null where id = $1`, [id]);
      await start(store, id);
      const claim = await store.claim({ taskId: id, worker: WORKER, redelivered: true });
      assert.deepEqual(untimed(claim), { kind: 'claimed', attempt: 5, maxAttempts: 10, failures: 2 });
    });

    test('starts a task once, however many claim it at the same time', async () => {
      const { store } = use();
      const tasks = await Promise.all(Array.from({ length: 20 }, () => store.insert(newTask())));
      const requests = Array.from({ length: 100 }, (_, number) => tasks[(number * 7) % 20]?.id ?? '');
      const claims = await Promise.all(
        requests.map((taskId) => store.claim({ taskId, worker: WORKER, redelivered: false })),
      );
      const claimed = requests.filter((_, index) => claims[index]?.kind === 'claimed');
      assert.equal(claimed.length, 20);
      assert.equal(new Set(claimed).size, 20);
      const reasons = claims.flatMap((claim) => (claim.kind === 'refused' ? [claim.reason] : []));
      assert.deepEqual(new Set(reasons), new Set(['running']));
    });

    test('claims of one task in one batch are answered in their order', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask({ maxAttempts: 2 }));
      const claims = await Promise.all(
        [false, false, true, true].map((redelivered) =>
          store.claim({ taskId: id, worker: WORKER, redelivered, quarantined: true }),
        ),
      );
      assert.deepEqual(
        claims.map((claim) => (claim.kind === 'claimed' ? claim.attempt : claim.reason)),
        [1, 'running', 2, 'exhausted'],
      );
    });

    test('answers each claim of a mixed batch with its own result', async () => {
      const fixture = use();
      const { store } = fixture;
      const queued = await taskIn(fixture, 'queued');
      const running = await taskIn(fixture, 'running');
      const finished = await taskIn(fixture, 'succeeded');
      const last = await taskIn(fixture, 'running', { maxAttempts: 1 });
      // The first goes alone; the others share the next statement.
      const claims = await Promise.all([
        store.claim({ taskId: UNKNOWN_ID, worker: WORKER, redelivered: false }),
        store.claim({ taskId: last.id, worker: WORKER, redelivered: true }),
        store.claim({ taskId: finished.id, worker: WORKER, redelivered: false }),
        store.claim({ taskId: UNKNOWN_ID, worker: WORKER, redelivered: false }),
        store.claim({ taskId: queued.id, worker: WORKER, redelivered: false }),
        store.claim({ taskId: running.id, worker: WORKER, redelivered: false }),
      ]);
      assert.deepEqual(
        claims.map((claim) => (claim.kind === 'claimed' ? claim.attempt : claim.reason)),
        ['unknown', 'exhausted', 'not_startable', 'unknown', 1, 'running'],
      );
    });

    test('one bad request does not fail the others of its batch', async () => {
      const { store } = use();
      const tasks = await Promise.all([0, 1, 2].map(() => store.insert(newTask())));
      const ids = [...tasks.map(({ id }) => id), 'no id'];
      const results = await Promise.allSettled(
        ids.map((taskId) => store.claim({ taskId, worker: WORKER, redelivered: false })),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
      );
    });

    test('NUL and lone surrogates in the name of a worker become U+FFFD', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await store.claim({ taskId: id, worker: 'w\0\ud800', redelivered: false });
      assert.equal((await read(store, id)).attempts[0]?.worker, 'w\uFFFD\uFFFD');
    });
  });
}
