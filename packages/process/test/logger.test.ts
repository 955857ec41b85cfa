import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@offload/test-services';

const entry = fileURLToPath(new URL('./logging-process.js', import.meta.url));

interface Line {
  level: number;
  name: string;
  msg: string;
  err?: { message: string; stack: string };
}

/** The lines of a process that logs three of them, at `debug`, `info` and `warn`. */
async function logged(...args: string[]): Promise<{ lines: Line[]; output: string }> {
  const program = await startProcess({ entry, args });
  await program.exited;
  const output = program.output();
  return { lines: output.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line])), output };
}

describe('the logger', () => {
  test('writes a JSON line for each message, from info on', async () => {
    const { lines } = await logged();
    assert.deepEqual(
      lines.map(({ level, name, msg }) => ({ level, name, msg })),
      [
        { level: 30, name: 'sample', msg: 'with secrets' },
        { level: 40, name: 'sample', msg: 'with an error' },
      ],
    );
  });

  test('never writes credentials', async () => {
    const { output } = await logged();
    assert.doesNotMatch(output, /secret-/);
    assert.equal(output.match(/\[Redacted\]/g)?.length, 3);
    assert.match(output, /text\/html/, 'other headers are written');
  });

  test('writes an error with message and stack', async () => {
    const { lines } = await logged();
    assert.equal(lines[1]?.err?.message, 'away');
    assert.match(String(lines[1]?.err?.stack), /logging-process/);
  });

  for (const [level, messages] of [
    ['debug', ['a detail', 'with secrets', 'with an error']],
    ['warn', ['with an error']],
    ['silent', []],
  ] as const) {
    test(`writes from ${level} on when told to`, async () => {
      const { lines } = await logged(level);
      assert.deepEqual(
        lines.map(({ msg }) => msg),
        messages,
      );
    });
  }
});
