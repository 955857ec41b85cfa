import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { eventually, startProcess } from '@offload/test-services';

const folder = mkdtempSync(join(tmpdir(), 'offload-program-'));
after(() => rmSync(folder, { recursive: true }));

test('runs a program with its arguments and environment, and tells its exit code', async (t) => {
  const entry = program('exit.mjs', 'console.log(process.argv[2], process.env.GREETING); process.exitCode = 3;');
  const started = await startProcess({ entry, args: ['one'], env: { GREETING: 'hello' } });
  t.after(() => started.close());
  assert.deepEqual(await started.exited, { code: 3, signal: null });
  assert.equal(started.output(), 'one hello\n');
});

test('leaves a variable out that is given as undefined', async (t) => {
  const entry = program('path.mjs', 'console.log(process.env.PATH === undefined);');
  const started = await startProcess({ entry, env: { PATH: undefined } });
  t.after(() => started.close());
  await started.waitForOutput(/true/);
});

test('fails the wait for output with the output when the program ends first', async (t) => {
  const started = await startProcess({ entry: program('short.mjs', 'console.error("only this");') });
  t.after(() => started.close());
  await assert.rejects(started.waitForOutput(/something else/), /ended before its output matched[\s\S]*only this/);
});

test('sends signals and tells the one that ended the program', async (t) => {
  const entry = program('wait.mjs', 'setInterval(() => {}, 1000); console.log("ready");');
  const started = await startProcess({ entry });
  t.after(() => started.close());
  await started.waitForOutput(/ready/);
  started.kill('SIGKILL');
  assert.deepEqual(await started.exited, { code: null, signal: 'SIGKILL' });
});

test('a program ends with the process that started it', async (t) => {
  const inner = program('inner.mjs', 'setInterval(() => {}, 1000); console.log("inner is", process.pid);');
  const outer = program(
    'outer.mjs',
    `import { startProcess } from ${JSON.stringify(import.meta.resolve('@offload/test-services'))};
     const inner = await startProcess({ entry: ${JSON.stringify(inner)} });
     await inner.waitForOutput(/inner is/);
     console.log(inner.output());
     setInterval(() => {}, 1000);`,
  );
  const started = await startProcess({ entry: outer });
  t.after(() => started.close());
  const [, pid] = await started.waitForOutput(/inner is (\d+)/);
  started.kill('SIGKILL');
  await started.exited;
  // Ended, even if nobody collects it: in a container without an init, process 1 may not.
  await eventually(() => {
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    assert.match(stdout, /^\s*(Z|$)/);
  });
});

function program(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}
