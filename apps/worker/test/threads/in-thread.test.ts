import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@offload/test-services';
import { NonRetryableError, TaskCancelledError } from '../../src/errors.ts';
import { type Execution, execute } from '../../src/execute.ts';
import type { HandlerLogger } from '../../src/handler.ts';
import { inThread } from '../../src/threads/in-thread.ts';
import { noFiles } from '../no-files.ts';

const scriptedModule = new URL('./scripted-handler.js', import.meta.url);
const scripted = inThread<typeof import('./scripted-handler.ts')>(scriptedModule, { maxHeapMb: 32 });
afterEach(() => scripted.close());

const TASK_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const GRACE_MS = 200;

interface Said {
  progress: unknown[];
  lines: unknown[][];
}

function silence(): Said {
  return { progress: [], lines: [] };
}

/** Executes a script as an attempt; `said` collects what it says meanwhile. */
function run(script: string, changes: Partial<Execution> = {}, said = silence(), payload = {}) {
  const log = (level: keyof HandlerLogger) => (fields: object, message: string) => {
    said.lines.push([level, fields, message]);
  };
  return execute({
    handler: scripted,
    context: {
      payload: { script, ...payload },
      taskId: TASK_ID,
      attempt: 2,
      failures: 1,
      files: noFiles,
      logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
      progress: (...progress) => said.progress.push(progress),
    },
    timeoutMs: 30_000,
    stop: new AbortController(),
    abortGraceMs: GRACE_MS,
    ...changes,
  });
}

async function errorOf(script: string): Promise<{ error: Error & { code?: unknown }; retryable: boolean }> {
  const ending = await run(script);
  assert.ok(typeof ending === 'object' && ending.kind === 'threw', script);
  assert.ok(ending.error instanceof Error);
  return { error: ending.error, retryable: ending.retryable };
}

describe('a handler in a thread', () => {
  test('is given payload, task, attempt and failures, and returns its result', async () => {
    const result = { payload: { script: 'echo' }, taskId: TASK_ID, attempt: 2, failures: 1 };
    assert.deepEqual(await run('echo'), { kind: 'returned', result });
  });

  test('is heard to the last word before it has returned', async () => {
    const said = silence();
    await run('talk', {}, said);
    assert.deepEqual(said.progress, [
      [50, 'half'],
      [100, undefined],
    ]);
    const [third, fourth] = said.lines.splice(2) as [string, { err?: Error; fieldsLeftOut?: string }, string][];
    assert.deepEqual(said.lines, [
      ['debug', { n: 1 }, 'first'],
      ['info', { n: 2 }, 'second'],
    ]);
    assert.deepEqual([third?.[0], third?.[1].err?.name, third?.[2]], ['warn', 'RangeError', 'third']);
    assert.match(String(fourth?.[1].fieldsLeftOut), /could not be cloned/);
  });

  test('is heard also when all that it said arrives at once, with its answer', async () => {
    await run('echo');
    const said = silence();
    const talking = run('talk', {}, said);
    const busyUntil = performance.now() + 300;
    while (performance.now() < busyUntil);
    assert.deepEqual(await talking, { kind: 'returned', result: undefined });
    assert.deepEqual([said.progress.length, said.lines.length], [2, 4]);
  });

  test('throws errors that keep name, message, code, cause and stack', async () => {
    const { error, retryable } = await errorOf('throw');
    assert.deepEqual([error.name, error.message, error.code], ['RangeError', 'out of range', 'E_RANGE']);
    assert.equal((error.cause as Error).message, 'the cause');
    assert.match(String(error.stack), /scripted-handler/);
    assert.equal(retryable, true);
  });

  test('throws whatever it throws', async () => {
    const { error, retryable } = await errorOf('throw a text');
    assert.deepEqual([error.message, retryable], ['a text', true]);
  });

  test('throws a NonRetryableError, or a class of it, as one', async () => {
    const { error, retryable } = await errorOf('refuse');
    assert.ok(error instanceof NonRetryableError);
    assert.deepEqual([error.message, retryable], ['no such image', false]);
  });

  test('fails for good when its result cannot leave the thread', async () => {
    const { error, retryable } = await errorOf('return a function');
    assert.match(error.message, /^the result cannot leave its thread: .*could not be cloned/);
    assert.equal(retryable, false);
  });

  test('shares its thread with nobody, and leaves it to the next attempt', async () => {
    const stop = new AbortController();
    const said = silence();
    const spinning = run('spin after a word', { stop }, said);
    await eventually(() => assert.deepEqual(said.progress, [[10, 'started']]));
    const first = await run('thread id');
    assert.deepEqual(await run('thread id'), first);
    stop.abort(new TaskCancelledError());
    assert.deepEqual(await spinning, { kind: 'cancelled' });
  });

  test('fails when its module cannot be loaded', async () => {
    const missing = inThread<typeof import('./scripted-handler.ts')>(new URL('./missing.js', import.meta.url));
    const ending = await run('echo', { handler: missing });
    await missing.close();
    assert.ok(typeof ending === 'object' && ending.kind === 'threw');
    assert.match(String(ending.error), /Cannot find module/);
  });
});

describe('a handler in a thread that has to stop', () => {
  test('is told why, and may end by itself', async () => {
    const stop = new AbortController();
    const obeying = run('obey', { stop, abortGraceMs: 20_000 });
    stop.abort(new TaskCancelledError());
    const { name, code, message } = new TaskCancelledError();
    assert.deepEqual(await obeying, { kind: 'returned', result: { reason: [name, code, message] } });
  });

  for (const cause of ['timeout', 'cancellation'] as const) {
    test(`is ended in a busy loop by ${cause}, while the main thread goes on`, async () => {
      await run('echo');
      const ticks: number[] = [];
      const ticking = setInterval(() => ticks.push(performance.now()), 50);
      const stop = new AbortController();
      const startedAt = performance.now();
      const timeoutMs = cause === 'timeout' ? 300 : 30_000;
      const spinning = run('spin', { timeoutMs, stop });
      if (cause === 'cancellation') setTimeout(() => stop.abort(new TaskCancelledError()), 300);
      const ending = await spinning;
      const tookMs = performance.now() - startedAt;
      clearInterval(ticking);
      assert.equal(typeof ending === 'object' && ending.kind, cause === 'timeout' ? 'timed_out' : 'cancelled');
      assert.ok(tookMs < 300 + GRACE_MS + 2000, `it took ${tookMs} ms`);
      assert.ok(ticks.length >= 3, `${ticks.length} ticks in ${tookMs} ms`);
    });
  }

  test('leaves a new thread to the next attempt, and its own is at rest', async () => {
    const turns = new Int32Array(new SharedArrayBuffer(4));
    const former = await run('thread id');
    const stop = new AbortController();
    const spinning = run('spin', { stop, abortGraceMs: 0 }, silence(), { turns });
    await eventually(() => assert.notEqual(Atomics.load(turns, 0), 0));
    stop.abort(new TaskCancelledError());
    await spinning;
    assert.notDeepEqual(await run('thread id'), former);
    await eventually(async () => {
      const before = Atomics.load(turns, 0);
      await delay(500);
      assert.equal(Atomics.load(turns, 0), before);
    });
  });
});

describe('a thread that dies with its handler fails the attempt, to be retried:', () => {
  const deaths = {
    exit: /^the thread of the handler ended: .*exited with code: 3$/,
    'fail elsewhere': /^the thread of the handler ended: nobody caught it$/,
    'use up the memory': /^the thread of the handler ended: .*memory limit/,
  };
  for (const [script, message] of Object.entries(deaths)) {
    test(script, async () => {
      const { error, retryable } = await errorOf(script);
      assert.match(error.message, message);
      assert.equal(retryable, true);
      assert.equal(typeof (await run('echo')), 'object');
    });
  }

  test('what it said before is heard', async () => {
    const said = silence();
    await run('use up the memory', {}, said);
    assert.deepEqual(said.lines, [['info', {}, 'started']]);
  });
});

test('threads are closed with their handler, again and again, and started again when needed', async () => {
  const former = await run('thread id');
  await Promise.all([scripted.close(), scripted.close()]);
  await scripted.close();
  assert.notDeepEqual(await run('thread id'), former);
});
