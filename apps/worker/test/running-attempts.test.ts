import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AttemptInterruptedError, LostClaimError, TaskCancelledError } from '@offload/handler';
import { type RunningAttempt, RunningAttempts } from '../src/running-attempts.ts';

const ONE = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const OTHER = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c12';

/** Attempts under way, with a switch that ends them all. */
function underWay(attempts: RunningAttempts, ...held: { taskId: string; attempt: number }[]) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running: RunningAttempt[] = [];
  const all = held.map((each) =>
    attempts.during(each, async (attempt) => {
      running.push(attempt);
      await ended;
    }),
  );
  return {
    running,
    async end() {
      end();
      await Promise.all(all);
    },
  };
}

describe('the attempts under way in a worker', () => {
  test('are held until they are over, and counted for ever', async () => {
    const attempts = new RunningAttempts();
    const two = underWay(attempts, { taskId: ONE, attempt: 1 }, { taskId: OTHER, attempt: 3 });
    assert.deepEqual(attempts.held, [
      { taskId: ONE, attempt: 1 },
      { taskId: OTHER, attempt: 3 },
    ]);
    await two.end();
    assert.deepEqual(attempts.held, []);
    assert.equal(attempts.started, 2);
  });

  test('an attempt is cancelled by its task', async () => {
    const attempts = new RunningAttempts();
    const two = underWay(attempts, { taskId: ONE, attempt: 1 }, { taskId: OTHER, attempt: 1 });
    attempts.cancel(ONE);
    assert.deepEqual(
      two.running.map(({ stop }) => stop.signal.aborted),
      [true, false],
    );
    await two.end();
  });

  test('one that is lost is not one that goes on here, and a later one of its task is another one', async () => {
    const attempts = new RunningAttempts();
    const first = underWay(attempts, { taskId: ONE, attempt: 1 });
    attempts.lose({ taskId: ONE, attempt: 2 });
    assert.equal(attempts.isHeld(ONE), true);
    attempts.lose({ taskId: ONE, attempt: 1 });
    assert.equal(attempts.isHeld(ONE), false);
    assert.ok(first.running[0]?.stop.signal.reason instanceof LostClaimError);
    const second = underWay(attempts, { taskId: ONE, attempt: 2 });
    attempts.lose({ taskId: ONE, attempt: 1 });
    assert.equal(attempts.isHeld(ONE), true);
    await Promise.all([first.end(), second.end()]);
  });

  test('all are interrupted when their worker stops, also one that starts only then', async () => {
    const attempts = new RunningAttempts();
    const first = underWay(attempts, { taskId: ONE, attempt: 1 });
    attempts.interrupt();
    const late = underWay(attempts, { taskId: OTHER, attempt: 1 });
    for (const { stop } of [...first.running, ...late.running]) {
      assert.ok(stop.signal.reason instanceof AttemptInterruptedError);
    }
    assert.equal(attempts.isHeld(ONE), false);
    await Promise.all([first.end(), late.end()]);
  });

  test('one that was cancelled first stays cancelled, and is held until it is over', async () => {
    const attempts = new RunningAttempts();
    const { running, end } = underWay(attempts, { taskId: ONE, attempt: 1 });
    attempts.cancel(ONE);
    attempts.interrupt();
    assert.ok(running[0]?.stop.signal.reason instanceof TaskCancelledError);
    assert.equal(attempts.isHeld(ONE), true);
    await end();
  });
});
