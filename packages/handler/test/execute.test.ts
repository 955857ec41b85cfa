import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { eventLoopTurn, latch } from '@offload/test-services';
import {
  AttemptInterruptedError,
  LostClaimError,
  NonRetryableError,
  TaskCancelledError,
  TaskTimeoutError,
} from '../src/errors.ts';
import { type Ending, type Execution, execute } from '../src/execute.ts';
import type { HandlerContext } from '../src/handler.ts';
import { noFiles } from './no-files.ts';
import { silent } from './silent-logger.ts';

const TASK_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const TIMEOUT_MS = 1000;
const GRACE_MS = 300;

type Context = HandlerContext<never>;

/** Waits for its signal and ends as the signal says. */
async function obey({ signal }: Context): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

/** Never ends, whatever its signal says. */
function hang(): Promise<never> {
  return new Promise(() => undefined);
}

interface Attempt {
  ended: Promise<Ending>;
  /** What the handler was given. */
  context: Context;
  /** The ending, unless the attempt is still under way. */
  ending(): Promise<Ending | undefined>;
}

/** Starts an attempt whose time is the test's own. */
function start(t: TestContext, handler: Execution['handler'], stop = new AbortController()): Attempt {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const contexts: Context[] = [];
  let ending: Ending | undefined;
  const execution = execute({
    handler: (context) => {
      contexts.push(context);
      return handler(context);
    },
    context: {
      payload: { message: 'Hello' },
      taskId: TASK_ID,
      attempt: 2,
      failures: 1,
      logger: silent,
      files: noFiles,
      progress: () => undefined,
    },
    timeoutMs: TIMEOUT_MS,
    stop,
    abortGraceMs: GRACE_MS,
  });
  void execution.then((value) => {
    ending = value;
  });
  const [context] = contexts;
  assert.ok(context, 'the handler was started');
  return {
    ended: execution,
    context,
    async ending() {
      await eventLoopTurn();
      return ending;
    },
  };
}

describe('an attempt ends as', () => {
  test('returned, with the result', async (t) => {
    assert.deepEqual(await start(t, async () => ({ done: true })).ended, { kind: 'returned', result: { done: true } });
    assert.deepEqual(await start(t, async () => undefined).ended, { kind: 'returned', result: undefined });
  });

  test('threw, to be retried, with any error', async (t) => {
    const error = new Error('it threw');
    const { ended } = start(t, () => Promise.reject(error));
    assert.deepEqual(await ended, { kind: 'threw', error, retryable: true });
  });

  test('threw, whatever it threw', async (t) => {
    for (const error of ['a text', undefined, null]) {
      const { ended } = start(t, () => Promise.reject(error));
      assert.deepEqual(await ended, { kind: 'threw', error, retryable: true });
    }
  });

  test('threw, not to be retried, with a NonRetryableError or a class of it', async (t) => {
    class NoSuchImageError extends NonRetryableError {}
    for (const error of [new NonRetryableError('useless'), new NoSuchImageError('no image')]) {
      const { ended } = start(t, () => Promise.reject(error));
      assert.deepEqual(await ended, { kind: 'threw', error, retryable: false });
    }
  });

  test('threw, when the handler throws before it returns a promise', async (t) => {
    const error = new Error('at once');
    const { ended } = start(t, () => {
      throw error;
    });
    assert.deepEqual(await ended, { kind: 'threw', error, retryable: true });
  });
});

test('a handler is given the payload, its task and attempt, the failures before it, a logger, progress and a signal', async (t) => {
  const { context, ended } = start(t, async () => null);
  assert.deepEqual(context.payload, { message: 'Hello' });
  assert.deepEqual([context.taskId, context.attempt, context.failures], [TASK_ID, 2, 1]);
  assert.equal(context.logger, silent);
  assert.equal(typeof context.progress, 'function');
  assert.equal(context.signal.aborted, false);
  await ended;
});

describe('an attempt that takes too long', () => {
  test('is timed out at its limit and not before', async (t) => {
    const { context, ended } = start(t, obey);
    t.mock.timers.tick(TIMEOUT_MS - 1);
    assert.equal(context.signal.aborted, false);
    t.mock.timers.tick(1);
    const ending = await ended;
    assert.equal(ending.kind, 'timed_out');
    assert.ok(ending.kind === 'timed_out' && ending.error instanceof TaskTimeoutError);
    assert.equal(ending.error, context.signal.reason);
    assert.equal(ending.error.message, 'the attempt took longer than 1000 ms');
  });

  test('is timed out whatever error its handler makes of the signal', async (t) => {
    const { ended } = start(t, async ({ signal }) => {
      await once(signal, 'abort');
      throw new NonRetryableError('I was told to stop');
    });
    t.mock.timers.tick(TIMEOUT_MS);
    assert.equal((await ended).kind, 'timed_out');
  });

  test('is cut off when its handler ignores the signal for the grace period', async (t) => {
    const { ending } = start(t, hang);
    t.mock.timers.tick(TIMEOUT_MS);
    t.mock.timers.tick(GRACE_MS - 1);
    assert.equal(await ending(), undefined);
    t.mock.timers.tick(1);
    assert.equal((await ending())?.kind, 'timed_out');
  });

  test('has returned, when its handler does so within the grace period', async (t) => {
    const { opened, open } = latch<string>();
    const { ended, context } = start(t, () => opened);
    t.mock.timers.tick(TIMEOUT_MS);
    assert.equal(context.signal.aborted, true);
    open('just in time');
    assert.deepEqual(await ended, { kind: 'returned', result: 'just in time' });
  });

  test('is over once it is cut off: a later error of its handler is nobody’s', async (t) => {
    const { opened, open } = latch();
    const { ended } = start(t, async () => {
      await opened;
      throw new Error('much later');
    });
    t.mock.timers.tick(TIMEOUT_MS);
    t.mock.timers.tick(GRACE_MS);
    assert.equal((await ended).kind, 'timed_out');
    open();
    await eventLoopTurn();
  });
});

describe('an attempt is interrupted', () => {
  test('by the reason of its signal', async (t) => {
    const stop = new AbortController();
    const { ended, context } = start(t, obey, stop);
    assert.equal(context.signal.aborted, false);
    const error = new AttemptInterruptedError();
    stop.abort(error);
    assert.deepEqual(await ended, { kind: 'interrupted', error });
    assert.equal(context.signal.reason, error);
  });

  test('before its handler is even started, by a signal that is aborted already', async () => {
    const stop = new AbortController();
    stop.abort(new AttemptInterruptedError());
    let started = false;
    const ending = await execute({
      handler: async () => {
        started = true;
      },
      context: {
        payload: {},
        taskId: TASK_ID,
        attempt: 1,
        failures: 0,
        logger: silent,
        files: noFiles,
        progress: () => undefined,
      },
      timeoutMs: TIMEOUT_MS,
      stop,
      abortGraceMs: GRACE_MS,
    });
    assert.equal(ending.kind, 'interrupted');
    assert.equal(started, false);
  });

  test('and cut off when its handler ignores that for the grace period', async (t) => {
    const stop = new AbortController();
    const { ending } = start(t, hang, stop);
    stop.abort(new AttemptInterruptedError());
    t.mock.timers.tick(GRACE_MS - 1);
    assert.equal(await ending(), undefined);
    t.mock.timers.tick(1);
    assert.equal((await ending())?.kind, 'interrupted');
  });

  test('and stays so when its time is up before it obeys', async (t) => {
    const stop = new AbortController();
    const { opened, open } = latch();
    const { ended } = start(
      t,
      async () => {
        await opened;
        throw new Error('stopped at last');
      },
      stop,
    );
    t.mock.timers.tick(TIMEOUT_MS - 1);
    stop.abort(new AttemptInterruptedError());
    t.mock.timers.tick(1);
    open();
    assert.equal((await ended).kind, 'interrupted');
  });

  test('not at all when its handler returns all the same', async (t) => {
    const stop = new AbortController();
    const { opened, open } = latch<string>();
    const { ended } = start(t, () => opened, stop);
    stop.abort(new AttemptInterruptedError());
    open('done');
    assert.deepEqual(await ended, { kind: 'returned', result: 'done' });
  });
});

describe('an attempt whose task is cancelled', () => {
  test('is told so, and is cancelled', async (t) => {
    const stop = new AbortController();
    const { ended, context } = start(t, obey, stop);
    stop.abort(new TaskCancelledError());
    assert.deepEqual(await ended, { kind: 'cancelled' });
    assert.ok(context.signal.reason instanceof TaskCancelledError);
    assert.equal(context.signal.reason.code, 'TASK_CANCELLED');
  });

  test('is cut off when its handler ignores that for the grace period', async (t) => {
    const stop = new AbortController();
    const { ending } = start(t, hang, stop);
    stop.abort(new TaskCancelledError());
    t.mock.timers.tick(GRACE_MS - 1);
    assert.equal(await ending(), undefined);
    t.mock.timers.tick(1);
    assert.deepEqual(await ending(), { kind: 'cancelled' });
  });

  test('is cancelled and not interrupted when the worker stops before it obeys', async (t) => {
    const stop = new AbortController();
    const { ended } = start(t, hang, stop);
    stop.abort(new TaskCancelledError());
    stop.abort(new AttemptInterruptedError());
    t.mock.timers.tick(GRACE_MS);
    assert.equal((await ended).kind, 'cancelled');
  });

  test('has timed out when that came first', async (t) => {
    const stop = new AbortController();
    const { ended } = start(t, hang, stop);
    t.mock.timers.tick(TIMEOUT_MS);
    stop.abort(new TaskCancelledError());
    t.mock.timers.tick(GRACE_MS);
    assert.equal((await ended).kind, 'timed_out');
  });

  test('has returned, when its handler does so all the same', async (t) => {
    const stop = new AbortController();
    const { opened, open } = latch<string>();
    const { ended } = start(t, () => opened, stop);
    stop.abort(new TaskCancelledError());
    open('done');
    assert.deepEqual(await ended, { kind: 'returned', result: 'done' });
  });
});

describe('an attempt that is no longer the current one', () => {
  for (const [name, handler] of Object.entries({ obeys: obey, hangs: hang })) {
    test(`is lost, with a reason of its own, when its handler ${name}`, async (t) => {
      const stop = new AbortController();
      const { ended, context } = start(t, handler, stop);
      const reason = new LostClaimError();
      stop.abort(reason);
      assert.equal(context.signal.reason, reason);
      t.mock.timers.tick(GRACE_MS);
      assert.deepEqual(await ended, { kind: 'lost' });
    });
  }
});

describe('the cut-off signal of a handler', () => {
  test('is aborted at the end of the grace period, with the reason to stop', async (t) => {
    const { context, ended } = start(t, hang);
    t.mock.timers.tick(TIMEOUT_MS);
    t.mock.timers.tick(GRACE_MS - 1);
    assert.equal(context.cutOff.aborted, false);
    t.mock.timers.tick(1);
    assert.equal(context.cutOff.aborted, true);
    assert.equal(context.cutOff.reason, context.signal.reason);
    await ended;
  });

  test('is never aborted for a handler that has ended by itself', async (t) => {
    const handlers = [obey, async () => null, () => Promise.reject(new Error('it threw'))];
    for (const handler of handlers) {
      const { context, ended } = start(t, handler);
      t.mock.timers.tick(TIMEOUT_MS);
      await ended;
      t.mock.timers.tick(GRACE_MS);
      assert.equal(context.cutOff.aborted, false);
    }
  });
});

describe('an attempt leaves nothing behind', () => {
  const handlers: Record<string, Execution['handler']> = {
    returned: async () => null,
    threw: () => Promise.reject(new Error('it threw')),
    'was interrupted': obey,
    'was cut off': hang,
  };
  for (const [name, handler] of Object.entries(handlers)) {
    test(`on the signal that could stop it, after it ${name}`, async (t) => {
      const stop = new AbortController();
      const { ended } = start(t, handler, stop);
      if (name.startsWith('was')) stop.abort(new AttemptInterruptedError());
      t.mock.timers.tick(GRACE_MS);
      await ended;
      assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
    });
  }

  test('that would abort its signal later', async (t) => {
    const { ended, context } = start(t, async () => null);
    await ended;
    t.mock.timers.tick(TIMEOUT_MS);
    assert.equal(context.signal.aborted, false);
  });
});
