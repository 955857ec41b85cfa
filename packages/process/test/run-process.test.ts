import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Program, startProcess } from '@offload/test-services';

const entry = fileURLToPath(new URL('./scripted-process.js', import.meta.url));

interface Script {
  start: string;
  stop?: string;
  stopDeadlineMs?: number;
  level?: string;
}

/** Starts a process that behaves as the script says. */
async function run(t: TestContext, { start, stop = 'in order', stopDeadlineMs = 60_000, level }: Script) {
  const args = [start, stop, String(stopDeadlineMs), ...(level === undefined ? [] : [level])];
  const program = await startProcess({ entry, args });
  t.after(() => program.close());
  return program;
}

/** Waits for the line that the process prints at a point of its life, then sends the signal. */
async function signalAt(program: Program, line: RegExp, signal: NodeJS.Signals): Promise<void> {
  await program.waitForOutput(line);
  program.kill(signal);
}

describe('a running process', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`is stopped by ${signal}, waits for the stop, and ends with code 0`, async (t) => {
      const program = await run(t, { start: 'normal' });
      await signalAt(program, /running/, signal);
      assert.deepEqual(await program.exited, { code: 0, signal: null });
      assert.equal(program.output(), 'running\nstopping\nstopped\n');
    });
  }

  test('ends with code 1 when its stop takes longer than the deadline, and says so', async (t) => {
    const program = await run(t, { start: 'normal', stop: 'hanging', stopDeadlineMs: 100, level: 'info' });
    await signalAt(program, /running/, 'SIGTERM');
    assert.deepEqual(await program.exited, { code: 1, signal: null });
    assert.match(program.output(), /"stopDeadlineMs":100,.*"msg":"not stopped in time"/);
  });

  test('ends with code 1 when its stop fails, and says why', async (t) => {
    const program = await run(t, { start: 'normal', stop: 'failing', level: 'info' });
    await signalAt(program, /running/, 'SIGTERM');
    assert.deepEqual(await program.exited, { code: 1, signal: null });
    assert.match(program.output(), /the stop failed/);
  });

  test('ends at once, with code 1, at a second signal', async (t) => {
    const program = await run(t, { start: 'normal', stop: 'hanging' });
    await signalAt(program, /running/, 'SIGTERM');
    await signalAt(program, /stopping/, 'SIGINT');
    assert.deepEqual(await program.exited, { code: 1, signal: null });
  });

  test('ends at once, with code 1, when an error is thrown while it stops, and says which', async (t) => {
    const program = await run(t, { start: 'normal', stop: 'throwing', level: 'info' });
    await signalAt(program, /running/, 'SIGTERM');
    assert.deepEqual(await program.exited, { code: 1, signal: null });
    assert.match(program.output(), /"message":"thrown while stopping".*"msg":"uncaught error while stopping"/);
  });

  for (const [start, message] of [
    ['throwing later', 'thrown while running'],
    ['rejecting later', 'rejected while running'],
  ] as const) {
    test(`logs an error that nobody caught (${start}), stops in order, and ends with code 1`, async (t) => {
      const program = await run(t, { start, level: 'info' });
      assert.deepEqual(await program.exited, { code: 1, signal: null });
      assert.match(program.output(), /^stopping\n(?:.*\n)*^stopped$/m);
      assert.match(program.output(), new RegExp(`"level":60,.*"message":"${message}".*"uncaught error, stopping"`));
    });
  }

  test('logs which signal stops it, and that it has stopped', async (t) => {
    const program = await run(t, { start: 'normal', level: 'info' });
    await signalAt(program, /running/, 'SIGTERM');
    await program.exited;
    assert.match(program.output(), /"signal":"SIGTERM","msg":"stopping"\}\n(?:.*\n)*.*"msg":"stopped"\}\n$/);
  });

  test('is stopped in order, with code 0, when nothing is left to do', async (t) => {
    const program = await run(t, { start: 'done at once' });
    assert.deepEqual(await program.exited, { code: 0, signal: null });
    assert.equal(program.output(), 'running\nstopping\nstopped\n');
  });
});

describe('a start that fails', () => {
  for (const [start, line] of [
    ['mendable', 'PORT 80 is taken: choose another'],
    ['mendable, says a package below', 'the data folder is in use: stop the other one'],
  ] as const) {
    test(`for a reason that its user can mend (${start}) ends with one line and code 1`, async (t) => {
      const program = await run(t, { start });
      assert.deepEqual(await program.exited, { code: 1, signal: null });
      assert.equal(program.output(), `offload: ${line}\n`);
    });
  }

  test('for any other reason ends with its stack and code 1', async (t) => {
    const program = await run(t, { start: 'broken' });
    assert.deepEqual(await program.exited, { code: 1, signal: null });
    assert.match(program.output(), /^offload: TypeError: the start is broken\n\s+at .*scripted-process\.ts:\d+/);
  });

  test('with something that is no error says what it was', async (t) => {
    const program = await run(t, { start: 'thrown text' });
    assert.deepEqual(await program.exited, { code: 1, signal: null });
    assert.equal(program.output(), 'offload: a text instead of an error\n');
  });
});

describe('a signal during the start', () => {
  test('ends the process with code 0, without a word and without ever running', async (t) => {
    const program = await run(t, { start: 'obedient' });
    await signalAt(program, /starting/, 'SIGTERM');
    assert.deepEqual(await program.exited, { code: 0, signal: null });
    assert.equal(program.output(), 'starting\n');
  });

  test('stops what the start has opened when it completes all the same', async (t) => {
    const program = await run(t, { start: 'persistent' });
    await signalAt(program, /starting/, 'SIGTERM');
    assert.deepEqual(await program.exited, { code: 0, signal: null });
    assert.equal(program.output(), 'starting\nrunning\nstopping\nstopped\n');
  });
});
