import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AttemptOutcome, TASK_STATES, type TaskState } from '@offload/contract';
import type { Outcome } from '../../src/index.ts';
import {
  attempt,
  type Fixture,
  HANDLER_ERROR,
  newTask,
  OUTCOMES,
  read,
  start,
  taskIn,
  UNKNOWN_ID,
} from '../fixture.ts';

interface Expectation {
  outcome: Outcome;
  state: TaskState;
  attemptOutcome: AttemptOutcome;
  isFinal: boolean;
}

const EXPECTATIONS: Expectation[] = [
  { outcome: OUTCOMES.succeeded, state: 'succeeded', attemptOutcome: 'succeeded', isFinal: true },
  { outcome: OUTCOMES.retry, state: 'retrying', attemptOutcome: 'failed', isFinal: false },
  { outcome: OUTCOMES.failed, state: 'failed', attemptOutcome: 'failed', isFinal: true },
  { outcome: OUTCOMES.cancelled, state: 'cancelled', attemptOutcome: 'cancelled', isFinal: true },
  { outcome: OUTCOMES.interrupted, state: 'queued', attemptOutcome: 'interrupted', isFinal: false },
];

export function testSettling(use: () => Fixture): void {
  describe('settle', () => {
    for (const { outcome, state, attemptOutcome, isFinal } of EXPECTATIONS) {
      test(`'${outcome.kind}' makes a running task '${state}' and closes its attempt`, async () => {
        const fixture = use();
        const { id, startedAt } = await taskIn(fixture, 'running');
        assert.equal(await fixture.store.settle({ taskId: id, attempt: 1, outcome }), 'stored');
        const task = await read(fixture.store, id);
        const [closed] = task.attempts;
        assert.ok(closed?.finishedAt && startedAt && closed.finishedAt >= startedAt);
        assert.deepEqual(task.attempts, [
          {
            number: 1,
            worker: 'host-4242',
            startedAt,
            finishedAt: closed.finishedAt,
            outcome: attemptOutcome,
            error: 'error' in outcome ? outcome.error : null,
          },
        ]);
        assert.equal(task.state, state);
        assert.equal(task.finishedAt, isFinal ? closed.finishedAt : null);
        assert.deepEqual(task.result, outcome.kind === 'succeeded' ? outcome.result : null);
      });
    }

    test('a retry is due after its delay, and the task shows its error', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'running');
      await fixture.store.settle({ taskId: id, attempt: 1, outcome: { ...OUTCOMES.retry, delayMs: 1500.5 } });
      const { runAt, attempts, error } = await read(fixture.store, id);
      const waitMs = Date.parse(runAt ?? '') - Date.parse(attempts[0]?.finishedAt ?? '');
      assert.ok(waitMs >= 1500 && waitMs <= 1501, `waits ${waitMs} ms`);
      assert.deepEqual(error, HANDLER_ERROR);
    });

    test('an interrupted task is queued anew and shows no error of its own', async () => {
      const fixture = use();
      const { id, queuedAt } = await taskIn(fixture, 'running');
      await fixture.store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.interrupted });
      const task = await read(fixture.store, id);
      assert.deepEqual([task.error, task.attempts[0]?.error?.code], [null, 'INTERRUPTED']);
      assert.ok(queuedAt && task.queuedAt && task.queuedAt >= queuedAt);
      assert.equal(task.queuedAt, task.attempts[0]?.finishedAt);
    });

    test('a success clears the error of the attempts before it', async () => {
      const { store, sql } = use();
      const { id } = await store.insert(newTask());
      await attempt(store, id, { ...OUTCOMES.retry, delayMs: 0 });
      await sql.query(`update tasks set state = 'queued', run_at = null where id = $1`, [id]);
      await attempt(store, id, OUTCOMES.succeeded);
      const task = await read(store, id);
      assert.deepEqual([task.state, task.error, task.attempts[0]?.error], ['succeeded', null, HANDLER_ERROR]);
    });

    test('is superseded when the task was taken over, whatever the outcome, and changes nothing', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await start(store, id);
      await start(store, id, { redelivered: true });
      const before = await read(store, id);
      for (const outcome of Object.values(OUTCOMES)) {
        assert.equal(await store.settle({ taskId: id, attempt: 1, outcome }), 'superseded');
      }
      assert.deepEqual(await read(store, id), before);
      assert.equal(await store.settle({ taskId: id, attempt: 2, outcome: OUTCOMES.succeeded }), 'stored');
    });

    test('is superseded in every state but running, and for an unknown task', async () => {
      const fixture = use();
      for (const state of TASK_STATES.filter((other) => other !== 'running')) {
        const task = await taskIn(fixture, state);
        const settlement = { taskId: task.id, attempt: task.attempt, outcome: OUTCOMES.failed };
        assert.equal(await fixture.store.settle(settlement), 'superseded');
        assert.deepEqual(await read(fixture.store, task.id), task);
      }
      const unknown = { taskId: UNKNOWN_ID, attempt: 1, outcome: OUTCOMES.succeeded };
      assert.equal(await fixture.store.settle(unknown), 'superseded');
    });

    test('stores one of several outcomes of the same attempt', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'running');
      const outcomes = [OUTCOMES.failed, OUTCOMES.succeeded, OUTCOMES.retry, OUTCOMES.succeeded];
      const answers = await Promise.all(
        outcomes.map((outcome) => fixture.store.settle({ taskId: id, attempt: 1, outcome })),
      );
      assert.deepEqual(answers, ['stored', 'superseded', 'superseded', 'superseded']);
      assert.equal((await read(fixture.store, id)).state, 'failed');
    });

    test('gives each settlement of a mixed batch its own outcome', async () => {
      const fixture = use();
      const expectations = [...EXPECTATIONS, ...EXPECTATIONS, ...EXPECTATIONS];
      const tasks = await Promise.all(expectations.map(() => taskIn(fixture, 'running')));
      const answers = await Promise.all(
        expectations.map(({ outcome }, index) =>
          fixture.store.settle({ taskId: tasks[index]?.id ?? '', attempt: index % 4 === 3 ? 2 : 1, outcome }),
        ),
      );
      for (const [index, { state }] of expectations.entries()) {
        const isCurrent = index % 4 !== 3;
        assert.equal(answers[index], isCurrent ? 'stored' : 'superseded');
        assert.equal((await read(fixture.store, tasks[index]?.id ?? '')).state, isCurrent ? state : 'running');
      }
    });

    test('a result that is no JSON fails its own call alone', async () => {
      const fixture = use();
      const tasks = await Promise.all([0, 1, 2].map(() => taskIn(fixture, 'running')));
      const results = await Promise.allSettled(
        tasks.map(({ id }, index) =>
          fixture.store.settle({
            taskId: id,
            attempt: 1,
            outcome: { kind: 'succeeded', result: index === 1 ? 1n : index },
          }),
        ),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.equal((await read(fixture.store, tasks[1]?.id ?? '')).state, 'running');
    });

    test('a result comes back exactly; one that is undefined is null', async () => {
      const fixture = use();
      for (const result of ['\0\ud800', { deep: [1.5, null, { '\0': '"\\' }] }, 0, '', false, null, undefined]) {
        const { id } = await taskIn(fixture, 'running');
        await fixture.store.settle({ taskId: id, attempt: 1, outcome: { kind: 'succeeded', result } });
        assert.deepEqual((await read(fixture.store, id)).result, result ?? null);
      }
    });

    test('NUL and lone surrogates in an error become U+FFFD instead of failing the call', async () => {
      const fixture = use();
      const error = { code: 'A\0', message: 'at \ud800\0 \udc00!', retryable: false };
      for (const kind of ['retry', 'failed', 'interrupted'] as const) {
        const { id } = await taskIn(fixture, 'running');
        const outcome = { ...OUTCOMES[kind], error };
        assert.equal(await fixture.store.settle({ taskId: id, attempt: 1, outcome }), 'stored');
        assert.deepEqual((await read(fixture.store, id)).attempts[0]?.error, {
          code: 'A\uFFFD',
          message: 'at \uFFFD\uFFFD \uFFFD!',
          retryable: false,
        });
      }
    });
  });

  describe('reportProgress', () => {
    const progress = { percent: 33.3, message: '1 of 3', etaSeconds: 2 };

    test('shows progress of the current attempt until the next one starts', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await start(store, id);
      await store.reportProgress({ taskId: id, attempt: 1, progress });
      assert.deepEqual((await read(store, id)).progress, progress);
      await start(store, id, { redelivered: true });
      assert.equal((await read(store, id)).progress, null);
    });

    test('does nothing for an attempt that is not the current one, or a task that does not run', async () => {
      const fixture = use();
      const { store } = fixture;
      const running = await taskIn(fixture, 'running');
      await store.reportProgress({ taskId: running.id, attempt: 2, progress });
      assert.deepEqual(await read(store, running.id), running);
      const finished = await taskIn(fixture, 'succeeded');
      await store.reportProgress({ taskId: finished.id, attempt: 1, progress });
      assert.deepEqual(await read(store, finished.id), finished);
      await store.reportProgress({ taskId: UNKNOWN_ID, attempt: 1, progress });
    });

    test('NUL and lone surrogates in its message become U+FFFD instead of failing the call', async () => {
      const fixture = use();
      const { id } = await taskIn(fixture, 'running');
      await fixture.store.reportProgress({
        taskId: id,
        attempt: 1,
        progress: { percent: 0, message: '\0 \udfff', etaSeconds: null },
      });
      assert.equal((await read(fixture.store, id)).progress?.message, '\uFFFD \uFFFD');
    });
  });
}
