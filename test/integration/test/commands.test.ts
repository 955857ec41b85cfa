import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type ApiRequests,
  createDeployment,
  launchStandalone,
  startStandalone,
  type Task,
} from '@offload/test-deployment';
import { eventually, provision } from '@offload/test-services';
import sharp from 'sharp';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/commands/offload.commands.yaml', import.meta.url));

provision([
  {
    name: 'ImageMagick, pandoc and Python',
    isPresent: () =>
      [
        ['convert', '-version'],
        ['pandoc', '--version'],
        ['python3', '--version'],
      ].every(succeeds),
    debianPackages: ['imagemagick', 'pandoc', 'python3'],
  },
]);

function succeeds([program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-commands-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function submit(
  api: ApiRequests,
  type: string,
  payload: object,
  files: Record<string, Blob> = {},
): Promise<Task> {
  const form = new FormData();
  form.set(
    'task',
    new Blob([JSON.stringify({ type, payload, retry: { maxAttempts: 1 } })], { type: 'application/json' }),
  );
  for (const [name, content] of Object.entries(files)) form.set(name, content, `${name}.bin`);
  const response = await fetch(`${api.url}/tasks`, { method: 'POST', body: form });
  const answer = await response.text();
  assert.equal(response.status, 202, answer);
  return JSON.parse(answer);
}

interface CommandResult {
  output: unknown;
  files: { name: string; content: { file: string } }[];
}

async function download(api: ApiRequests, { files }: CommandResult): Promise<Buffer> {
  const response = await fetch(`${api.url}/files/${files[0]?.content.file}`);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** The examples, run by API and worker, however they are deployed. */
async function runExamples(api: ApiRequests): Promise<void> {
  const text = new Blob(['to be or not to be\n'.repeat(2500)]);
  const counting = await submit(api, 'text.count', { text: { file: 'text' }, top: 1 }, { text });
  const counted = await api.taskIn('succeeded', counting.id);
  const { output } = counted.result as CommandResult;
  assert.deepEqual(output, { words: 15_000, top: [['to', 5000]] });
  assert.equal(counted.progress?.percent, 80);
  assert.deepEqual(JSON.parse((await download(api, counted.result as CommandResult)).toString()), {
    to: 5000,
    be: 5000,
    or: 2500,
    not: 2500,
  });

  const colour = { create: { width: 400, height: 300, channels: 3, background: 'teal' } } as const;
  const photo = new Blob([(await sharp(colour).jpeg().toBuffer()) as Uint8Array<ArrayBuffer>]);
  const printing = await submit(api, 'image.polaroid', { photo: { file: 'photo' }, width: 100, angle: 5 }, { photo });
  const { result: printed } = await api.taskIn('succeeded', printing.id);
  const { format, width } = await sharp(await download(api, printed as CommandResult)).metadata();
  assert.equal(format, 'png');
  assert.ok(width > 100, `${width} pixels`);

  const source = new Blob(['# Findings\n\n*None.*\n']);
  const converting = await submit(
    api,
    'document.convert',
    { source: { file: 'source' }, to: 'html', title: 'R' },
    { source },
  );
  const { result: converted } = await api.taskIn('succeeded', converting.id);
  assert.match((await download(api, converted as CommandResult)).toString(), /<em>None\.<\/em>/);

  const wrong = await fetch(`${api.url}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'document.convert', payload: { to: 'pdf' } }),
  });
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /must be one of: html, latex, rst, rtf/);
  const document = (await (await fetch(`${api.url}/openapi.json`)).text()) as string;
  assert.match(document, /image\.polaroid/);
}

test('the example commands run in one process, embedded', async (t) => {
  const DATA_DIR = await folderOf(t);
  const api = await startStandalone({ DATA_DIR, COMMANDS_FILE: EXAMPLES });
  t.after(() => api.program.close());
  await runExamples(api);
});

test('the example commands run on RabbitMQ and Postgres', async (t) => {
  const FILES_DIR = await folderOf(t);
  const deployment = await createDeployment(t);
  const api = await deployment.startApi({ FILES_DIR, COMMANDS_FILE: EXAMPLES });
  await deployment.startWorker({ FILES_DIR, COMMANDS_FILE: EXAMPLES });
  await runExamples(api);
});

test('a file of commands with a mistake, or with a program that is not there, is refused at the start', async (t) => {
  const folder = await folderOf(t);
  const COMMANDS_FILE = join(folder, 'commands.yaml');
  const starting = async (content: string) => {
    await writeFile(COMMANDS_FILE, content);
    const program = await launchStandalone({ DATA_DIR: join(folder, 'data'), COMMANDS_FILE });
    const { code } = await program.exited;
    return { code, output: program.output() };
  };
  const misspelt = await starting('commands: [{ nam: x, argv: [ls], payload: { type: object }, example: {} }]');
  assert.equal(misspelt.code, 1);
  assert.match(misspelt.output, /commands\.yaml: \/commands\/0\/name is required/);
  const missing = await starting(
    'commands: [{ name: x, argv: [no-such-program], payload: { type: object }, example: {} }]',
  );
  assert.equal(missing.code, 1);
  assert.match(missing.output, /command x: there is no program no-such-program in PATH/);
});

describe('a command that goes wrong', () => {
  /** Commands of shell scripts, which write the ids of their processes into a file. */
  const scripts: Record<string, { script: string; limits?: string }> = {
    'fork.forever': { script: 'while :; do setsid sleep 1000 & echo $! >>"$PIDS"; sleep 0.05; done' },
    'obey.nobody': { script: 'trap "" TERM HUP INT; sleep 1000 & echo $! $$ >>"$PIDS"; while :; do wait; done' },
    'time.out': { script: 'sleep 1000 & echo $! $$ >>"$PIDS"; wait', limits: 'timeoutMs: 500' },
    'memory.eater': { script: 'echo $$ >>"$PIDS"; exec tail /dev/zero', limits: 'memoryMb: 100' },
    'stdout.flood': { script: 'echo $$ >>"$PIDS"; exec head -c 1000000000 /dev/zero' },
    'orphan.maker': { script: 'setsid sleep 1000 & echo $! >>"$PIDS"; exit 7' },
  };

  async function open(t: TestContext) {
    const folder = await folderOf(t);
    const PIDS = join(folder, 'pids');
    const TMPDIR = await folderOf(t);
    await writeFile(PIDS, '');
    const commands = Object.entries(scripts).map(
      ([name, { script, limits = '' }]) =>
        `  - { name: ${name}, argv: [sh, -c, ${JSON.stringify(script)}], payload: { type: object }, example: {}, env: [PIDS], ${limits} }`,
    );
    const COMMANDS_FILE = join(folder, 'commands.yaml');
    await writeFile(COMMANDS_FILE, `commands:\n${commands.join('\n')}\n`);
    const api = await startStandalone({ DATA_DIR: join(folder, 'data'), COMMANDS_FILE, PIDS, TMPDIR });
    t.after(() => api.program.close());
    const pids = async () => (await readFile(PIDS, 'utf8')).split(/\s+/).filter(Boolean).map(Number);
    return {
      api,
      pids,
      async leavesNothing() {
        const started = await pids();
        assert.ok(started.length > 0, 'something was started');
        await eventually(() => assert.deepEqual(started.filter(isAlive), []));
        await eventually(async () =>
          assert.deepEqual(
            (await readdir(TMPDIR)).filter((name) => name.startsWith('offload-')),
            [],
          ),
        );
      },
    };
  }

  function isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  const failing: [type: string, code: string, message: RegExp][] = [
    ['time.out', 'TASK_TIMEOUT', /longer than 500 ms/],
    ['memory.eater', 'HANDLER_ERROR', /the command took more than 100 MiB of memory/],
    ['stdout.flood', 'HANDLER_ERROR', /the command wrote more than 1000000 bytes to standard output/],
    ['orphan.maker', 'HANDLER_ERROR', /the command ended with exit code 7/],
  ];
  for (const [type, code, message] of failing) {
    test(`${type} fails clearly and leaves no process and no folder`, async (t) => {
      const { api, leavesNothing } = await open(t);
      const { id } = await submit(api, type, {});
      const { error } = await api.taskIn('failed', id);
      assert.equal(error?.code, code);
      assert.match(error?.message ?? '', message);
      await leavesNothing();
    });
  }

  for (const type of ['fork.forever', 'obey.nobody']) {
    test(`${type} is cancelled in mid-run and leaves no process and no folder`, async (t) => {
      const { api, pids, leavesNothing } = await open(t);
      const { id } = await submit(api, type, {});
      await eventually(async () => assert.ok((await pids()).length > 1));
      assert.equal((await fetch(`${api.url}/tasks/${id}/cancel`, { method: 'POST' })).ok, true);
      await api.taskIn('cancelled', id);
      await leavesNothing();
    });
  }

  test('ends with its worker, also when that is killed', async (t) => {
    const { api, pids } = await open(t);
    await submit(api, 'obey.nobody', {});
    await eventually(async () => assert.ok((await pids()).length > 1));
    api.program.kill('SIGKILL');
    const started = await pids();
    await eventually(() => assert.deepEqual(started.filter(isAlive), []));
  });
});
