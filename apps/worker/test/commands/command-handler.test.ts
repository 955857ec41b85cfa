import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { type Command, taskTypeOf } from '@offload/commands';
import { type HandlerBench, openHandlerBench } from '@offload/testing';
import { commandHandler } from '../../src/commands/command-handler.ts';

let bench: HandlerBench<unknown, unknown>;

/** A command of a shell script, on the bench. */
async function open(script: string, changes: Partial<Command> = {}) {
  const command: Command = {
    name: 'scripted',
    argv: ['/bin/sh', '-c', script, 'sh', '{payload.word}', '{out}'],
    payload: { type: 'object' },
    example: {},
    stdout: 'text',
    env: [],
    timeoutMs: 10_000,
    maxAttempts: 1,
    finalExitCodes: [],
    memoryMb: 200,
    stdoutBytes: 1000,
    here: '/',
    ...changes,
  };
  const options = { program: '/bin/sh', maxFileBytes: 10_000, variables: { PATH: '/usr/bin:/bin' } };
  bench = (await openHandlerBench(taskTypeOf(command), commandHandler(command, options))) as typeof bench;
  return bench;
}

afterEach(() => bench.close());

describe('a command', () => {
  test('has its payload on standard input and in its arguments, and results in output and files', async () => {
    const { attempt } = await open('cat; echo "$1" >"$2/made.txt"; echo \'{{"percent":50}}\' >&2; echo word >&2');
    const { ending, files, progress, logs } = await attempt({ word: 'a "b" $c' });
    assert.ok(ending.kind === 'returned', 'error' in ending ? String(ending.error) : ending.kind);
    const result = ending.result as { output: string; files: { name: string }[] };
    assert.equal(result.output, '{"word":"a \\"b\\" $c"}');
    assert.deepEqual(
      result.files.map(({ name }) => name),
      ['made.txt'],
    );
    assert.equal(files.length, 1);
    assert.deepEqual(progress, [[50, undefined]]);
    assert.deepEqual(logs, [['info', {}, 'word']]);
  });

  test('fails with its exit code and what it said last', async () => {
    const { attempt } = await open('echo broken >&2; exit 3');
    const { ending } = await attempt({});
    assert.ok(ending.kind === 'threw' && ending.retryable);
    assert.equal((ending.error as Error).message, 'the command ended with exit code 3: broken');
  });

  test('fails for good when it writes too much, takes too much memory, or is given an option', async () => {
    assert.match(await (await open('yes')).refusal({}), /more than 1000 bytes to standard output/);
    await bench.close();
    assert.match(await (await open('exec tail /dev/zero')).refusal({}), /more than 200 MiB of memory/);
    await bench.close();
    assert.match(await (await open('true')).refusal({ word: '-rf' }), /must not begin with '-'/);
  });

  test('ends with its time and with its task, also when it does not obey', async () => {
    const { attempt } = await open('trap "" TERM; sleep 1000 & wait');
    assert.equal((await attempt({}, { timeoutMs: 200 })).ending.kind, 'timed_out');
    assert.equal((await attempt({}, { signal: AbortSignal.timeout(200) })).ending.kind, 'cancelled');
  });
});
