import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, test } from 'node:test';
import { eventually } from '@offload/test-services';
import { defineHandler, type HandlerDefinition } from '../../src/define-handler.ts';
import { NonRetryableError, TaskCancelledError } from '../../src/errors.ts';
import { type Ending, type Execution, execute } from '../../src/execute.ts';
import type { HandlerLogger } from '../../src/handler.ts';
import type { TaskFiles } from '../../src/task-files.ts';
import { noFiles } from '../no-files.ts';

type Scripted = typeof import('./scripted-handler.ts');

const TASK_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const GRACE_MS = 200;
const module = new URL('./scripted-handler.js', import.meta.url);

const definitions: Record<'thread' | 'process', HandlerDefinition<Scripted>> = {
  thread: { runIn: 'thread', module, maxHeapMb: 32 },
  process: { runIn: 'process', module, maxMemoryMb: 250 },
};

interface Said {
  progress: unknown[];
  lines: [level: string, fields: { pid?: number; err?: Error; fieldsLeftOut?: string }, message: string][];
}

function silence(): Said {
  return { progress: [], lines: [] };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

for (const place of ['thread', 'process'] as const) {
  const scripted = defineHandler<Scripted>(definitions[place]);
  afterEach(() => scripted.close?.());

  /** Executes a script as an attempt; `said` collects what it says meanwhile. */
  function run(script: string, changes: Partial<Execution> = {}, said = silence(), payload = {}, files = noFiles) {
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
        files,
        logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
        progress: (...progress) => said.progress.push(progress),
      },
      timeoutMs: 30_000,
      stop: new AbortController(),
      abortGraceMs: GRACE_MS,
      ...changes,
    });
  }

  async function whereItRuns(): Promise<[pid: number, threadId: number]> {
    const ending = await run('where it runs');
    assert.ok(ending.kind === 'returned', JSON.stringify(ending));
    return ending.result as [number, number];
  }

  async function errorOf(script: string): Promise<{ error: Error & { code?: unknown }; retryable: boolean }> {
    const ending = await run(script);
    assert.ok(ending.kind === 'threw', script);
    assert.ok(ending.error instanceof Error);
    return { error: ending.error, retryable: ending.retryable };
  }

  describe(`a handler in a ${place}`, () => {
    test('runs there', async () => {
      const [pid, threadId] = await whereItRuns();
      assert.deepEqual([pid === process.pid, threadId === 0], place === 'thread' ? [true, false] : [false, true]);
    });

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
      const [third, fourth] = said.lines.splice(2);
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

    test('has the files of its attempt, by path and as streams', async () => {
      const asked: unknown[] = [];
      const record = { mediaType: 'text/plain', bytes: 1, sha256: '', createdAt: '', client: null };
      // The worker's own, of which this is the other end: task-files.test.ts has them on a store.
      const files: TaskFiles = {
        ...noFiles,
        folder: async () => import.meta.dirname,
        download: async ({ file }) => {
          asked.push(file);
          return {
            ...record,
            id: file,
            name: 'a.txt',
            path: new URL('./scripted-handler.js', import.meta.url).pathname,
          };
        },
        save: async (path, options) => {
          assert.ok(typeof path === 'string', 'a stream cannot travel');
          const [text = ''] = [await readFile(path, 'utf8')];
          asked.push([options, text.slice(-9)]);
          return { ...record, id: TASK_ID, name: options?.name ?? null, file: TASK_ID };
        },
      };
      const ending = await run('copy a file', {}, silence(), { input: { file: TASK_ID } }, files);
      assert.ok(ending.kind === 'returned', JSON.stringify(ending));
      assert.deepEqual(asked, [
        TASK_ID,
        [{ name: 'copy of a.txt' }, ' and more'],
        [{ name: 'streamed.txt' }, ' and more'],
      ]);
      assert.deepEqual(
        (ending.result as { file: string }[]).map(({ file }) => file),
        [TASK_ID, TASK_ID],
      );
    });

    test('is told what is wrong with a file', async () => {
      const refusing: TaskFiles = {
        ...noFiles,
        download: () => Promise.reject(new NonRetryableError('there is no file')),
      };
      const ending = await run('copy a file', {}, silence(), { input: { file: TASK_ID } }, refusing);
      assert.ok(ending.kind === 'threw');
      assert.deepEqual([(ending.error as Error).message, ending.retryable], ['there is no file', false]);
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

    test('fails for good when its result cannot leave', async () => {
      const { error, retryable } = await errorOf('return a function');
      assert.match(error.message, /^the result cannot leave its handler: .*could not be cloned/);
      assert.equal(retryable, false);
    });

    test('is alone there, and leaves its place to the next attempt', async () => {
      const stop = new AbortController();
      const said = silence();
      const spinning = run('spin after a word', { stop }, said);
      await eventually(() => assert.deepEqual(said.progress, [[10, 'started']]));
      const first = await whereItRuns();
      assert.deepEqual(await whereItRuns(), first);
      stop.abort(new TaskCancelledError());
      assert.deepEqual(await spinning, { kind: 'cancelled' });
    });

    test('fails when its module cannot be loaded', async () => {
      const missing = defineHandler<Scripted>({ runIn: place, module: new URL('./missing.js', import.meta.url) });
      const ending = await run('echo', { handler: missing });
      await missing.close?.();
      assert.ok(ending.kind === 'threw');
      assert.match(String(ending.error), /Cannot find module/);
    });

    test('is closed, again and again, and started again when needed', async () => {
      const former = await whereItRuns();
      await Promise.all([scripted.close?.(), scripted.close?.()]);
      await scripted.close?.();
      assert.notDeepEqual(await whereItRuns(), former);
    });
  });

  describe(`a handler in a ${place} that has to stop`, () => {
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
        assert.equal(ending.kind, cause === 'timeout' ? 'timed_out' : 'cancelled');
        assert.ok(tookMs < 300 + GRACE_MS + 2000, `it took ${tookMs} ms`);
        assert.ok(ticks.length >= 3, `${ticks.length} ticks in ${tookMs} ms`);
      });
    }

    test('leaves a new place to the next attempt', async () => {
      const former = await whereItRuns();
      const stop = new AbortController();
      const said = silence();
      const spinning = run('spin when told to stop', { stop, abortGraceMs: 0 }, said);
      await eventually(() => assert.equal(said.lines.length, 1));
      stop.abort(new TaskCancelledError());
      await spinning;
      assert.notDeepEqual(await whereItRuns(), former);
    });
  });

  const deaths: Record<string, RegExp> = {
    thread: {
      exit: /^the thread of the handler ended: .*exited with code: 3$/,
      'fail elsewhere': /^the thread of the handler ended: nobody caught it$/,
      'use up the heap': /^the thread of the handler ended: .*memory limit/,
    },
    process: {
      exit: /^the process of the handler ended: exit code 3$/,
      'fail elsewhere': /^the process of the handler ended: exit code 1$/,
      crash: /^the process of the handler ended: SIGSEGV$/,
    },
  }[place];
  describe(`a ${place} that dies with its handler fails the attempt, to be retried:`, () => {
    for (const [script, message] of Object.entries(deaths)) {
      test(script, async () => {
        const { error, retryable } = await errorOf(script);
        assert.match(error.message, message);
        assert.equal(retryable, true);
        assert.equal((await run('echo')).kind, 'returned');
      });
    }
  });
}

const inProcess = defineHandler<Scripted>(definitions.process);

function attemptAt(handler: Execution['handler'], script: string, said: Said, stop = new AbortController()) {
  const log = (fields: object, message: string) => void said.lines.push(['info', fields, message]);
  return execute({
    handler,
    context: {
      payload: { script },
      taskId: TASK_ID,
      attempt: 1,
      failures: 0,
      files: noFiles,
      logger: { debug: log, info: log, warn: log, error: log },
      progress: () => undefined,
    },
    timeoutMs: 30_000,
    stop,
    abortGraceMs: GRACE_MS,
  });
}

test('what a thread said before its memory was used up is heard', async () => {
  const said = silence();
  const handler = defineHandler<Scripted>(definitions.thread);
  await attemptAt(handler, 'use up the heap', said);
  await handler.close?.();
  assert.deepEqual(said.lines, [['info', {}, 'started']]);
});

test('a process that takes more memory than it may is ended, for good', async () => {
  const ending: Ending = await attemptAt(inProcess, 'take memory', silence());
  await inProcess.close?.();
  assert.ok(ending.kind === 'threw', JSON.stringify(ending));
  assert.deepEqual(
    [(ending.error as Error).message, ending.retryable],
    ['the handler took more than 250 MiB of memory', false],
  );
});

test('a process whose handler was cut off is gone', async () => {
  const said = silence();
  const stop = new AbortController();
  const spinning = attemptAt(inProcess, 'spin after a word', said, stop);
  await eventually(() => assert.equal(said.lines.length, 1));
  const pid = Number(said.lines[0]?.[1].pid);
  assert.ok(isAlive(pid));
  stop.abort(new TaskCancelledError());
  assert.deepEqual(await spinning, { kind: 'cancelled' });
  await eventually(() => assert.ok(!isAlive(pid)));
});

test('a limit of attempts at once is a whole number', () => {
  for (const concurrency of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => defineHandler<Scripted>({ runIn: 'process', module, concurrency }), /whole number from 1/);
  }
  assert.equal(defineHandler<Scripted>({ runIn: 'thread', module, concurrency: 3 }).concurrency, 3);
});
