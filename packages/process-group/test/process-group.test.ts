import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { eventually } from '@offload/test-services';
import { ProcessGroup, type ProcessGroupOptions } from '../src/index.ts';

let folder: string;
let groups: ProcessGroup[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-group-'));
});

afterEach(async () => {
  await Promise.all(groups.map((group) => group.end()));
  groups = [];
  await rm(folder, { recursive: true });
});

function start(script: string, options: Partial<ProcessGroupOptions> = {}): ProcessGroup {
  const group = new ProcessGroup({
    argv: ['sh', '-c', script],
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  groups.push(group);
  return group;
}

async function outcome({ process: { stdout, stderr }, exit }: ProcessGroup) {
  assert.ok(stdout && stderr);
  const [output, errors, ending] = await Promise.all([text(stdout), text(stderr), exit]);
  return { output, errors, ...ending };
}

/** Process ids that a script has written, one to a line. */
async function pidsFrom({ process: { stdout } }: ProcessGroup, count: number): Promise<number[]> {
  assert.ok(stdout);
  let output = '';
  for await (const chunk of stdout) {
    output += chunk;
    const pids = output.split('\n').slice(0, -1);
    if (pids.length === count) return pids.map(Number);
  }
  throw new Error(`only ${output}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function areGone(pids: number[]): Promise<void> {
  return eventually(() => assert.deepEqual(pids.filter(isAlive), []));
}

describe('a process group', () => {
  test('runs a program with its arguments as they are, and no shell reads them', async () => {
    const group = start('', { argv: ['printf', '%s|', '$HOME `id` "; rm *', "'", '--', '~'] });
    assert.deepEqual(await outcome(group), {
      output: '$HOME `id` "; rm *|\'|--|~|',
      errors: '',
      code: 0,
      signal: null,
    });
  });

  test('gives the program the environment that was asked for and a mark, and no more', async () => {
    const { output } = await outcome(start('env', { argv: ['/usr/bin/env'], env: { GREETING: 'hello' } }));
    const names = output.split('\n').map((line) => line.split('=')[0]);
    assert.deepEqual(names.filter((name) => !['', 'PWD', 'OLDPWD', '_', 'SHLVL'].includes(name ?? '')).sort(), [
      'GREETING',
      'OFFLOAD_PROCESS_GROUP',
    ]);
  });

  test('tells how the program has ended', async () => {
    assert.equal((await outcome(start('exit 7'))).code, 7);
    assert.equal((await outcome(start('kill -SEGV $$'))).signal, 'SIGSEGV');
    const missing = await outcome(start('', { argv: ['no-such-program'] }));
    assert.equal(missing.code, 127);
    assert.match(missing.errors, /no-such-program: not found/);
  });

  test('signals all of its processes', async () => {
    const group = start('sleep 1000 & echo $!; sleep 1000 & echo $!; echo $$; wait');
    const pids = await pidsFrom(group, 3);
    group.signal('SIGTERM');
    await areGone(pids);
  });

  test('ends children, their children, and what the program has left behind', async () => {
    const group = start('(sleep 1000 & echo $!; exec sleep 1000) & echo $!; nohup sleep 1000 >/dev/null & echo $!');
    const pids = await pidsFrom(group, 3);
    await group.exit;
    assert.deepEqual(pids.filter(isAlive), pids);
    await group.end();
    await areGone(pids);
  });

  test('ends what has left the group and its session', async () => {
    const group = start('setsid sh -c "sleep 1000 & echo \\$!; echo \\$\\$; exec sleep 1000" & sleep 1000');
    const pids = await pidsFrom(group, 2);
    await group.end();
    await areGone(pids);
  });

  test('ends a program that forks as fast as it can', { timeout: 60_000 }, async () => {
    // Bounded, should it get away: each ends after a thousand seconds, and two hundred are the most.
    const group = start(
      'n=0; while [ $n -lt 200 ]; do setsid sleep 1000 & n=$((n + 1)); [ $n = 50 ] && echo 50; done; wait',
    );
    await pidsFrom(group, 1);
    await group.end();
    await eventually(async () => assert.equal(await group.memory(), 0));
  });

  test('ends with the process that has started it, however that ends', async () => {
    const program = `
      const { ProcessGroup } = await import(${JSON.stringify(new URL('../src/index.js', import.meta.url).href)});
      new ProcessGroup({ argv: ['sh', '-c', 'trap "" TERM HUP; sleep 1000 & echo $!; echo $$; wait'], stdio: ['ignore', 'inherit', 'inherit'] });
    `;
    const owner = start('', { argv: [process.execPath, '--input-type=module', '-e', program] });
    const pids = await pidsFrom(owner, 2);
    owner.process.kill('SIGKILL');
    await areGone(pids);
  });

  test('has the memory of all its processes', async () => {
    const hold =
      'globalThis.kept = Buffer.alloc(100_000_000, 1); console.log(process.pid); setInterval(() => {}, 1000)';
    const group = start(`"${process.execPath}" -e '${hold}' & "${process.execPath}" -e '${hold}' & wait`);
    await pidsFrom(group, 2);
    const bytes = await group.memory();
    assert.ok(bytes > 200_000_000 && bytes < 600_000_000, `${bytes} bytes`);
    await group.end();
    assert.equal(await group.memory(), 0);
  });

  test('lets no file grow beyond its limit', async () => {
    const { signal } = await outcome(start('exec head -c 100000 /dev/zero >large', { maxFileBytes: 10_000 }));
    assert.equal(signal, 'SIGXFSZ');
    assert.equal((await stat(join(folder, 'large'))).size, 10_240);
  });

  test('says so when its folder is not there', async () => {
    const group = start('true', { cwd: join(folder, 'none') });
    await assert.rejects(group.exit, { code: 'ENOENT' });
    group.signal('SIGTERM');
    await group.end();
    assert.ok(!existsSync(join(folder, 'none')));
  });
});
