import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { launchStandalone, startStandalone } from '@offload/test-deployment';
import { createDatabase, databaseUrl, freePort } from '@offload/test-services';

async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-standalone-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

test('20 queued tasks and a running one survive kill -9: all 21 succeed, each result once', async (t) => {
  const env = { DATA_DIR: await dataFolder(t) };
  const first = await startStandalone(env);
  t.after(() => first.program.close());
  const running = await first.submit('..');
  await first.taskIn('running', running.id);
  const ids: string[] = [];
  for (let index = 0; index < 20; index++) ids.push((await first.submit('no dots')).id);
  first.program.kill('SIGKILL');
  await first.program.exited;

  const second = await startStandalone(env);
  t.after(() => second.program.close());
  const tasks = await second.succeeded([running.id, ...ids]);

  assert.deepEqual(
    tasks[0]?.attempts.map(({ outcome }) => outcome),
    ['worker_lost', 'succeeded'],
  );
  for (const task of tasks.slice(1)) {
    assert.deepEqual(
      task.attempts.map(({ outcome }) => outcome),
      ['succeeded'],
    );
  }
  const { items } = (await (await fetch(`${second.url}/tasks?limit=100`)).json()) as { items: unknown[] };
  assert.equal(items.length, 21);
});

test('it says where the API and Swagger UI are, and how to go on to RabbitMQ', async (t) => {
  const { program, url } = await startStandalone({ DATA_DIR: await dataFolder(t) });
  t.after(() => program.close());
  await program.waitForOutput(/AMQP_URL and DATABASE_URL/);
  const [, docs] = await program.waitForOutput(/Swagger UI\s+(\S+)/);
  assert.equal(docs, `${url}/docs`);
  assert.equal((await fetch(String(docs))).status, 200);
});

test('SIGTERM stops it with code 0 once the running task is done', async (t) => {
  const env = { DATA_DIR: await dataFolder(t) };
  const { program, ...api } = await startStandalone(env);
  t.after(() => program.close());
  const { id } = await api.submit('.');
  await api.taskIn('running', id);
  program.kill('SIGTERM');
  assert.deepEqual(await program.exited, { code: 0, signal: null });

  const again = await startStandalone(env);
  t.after(() => again.program.close());
  const task = await again.task(id);
  assert.equal(task.state, 'succeeded');
  assert.equal(task.attempt, 1);
});

interface Refusal {
  name: string;
  env(t: TestContext): Promise<Record<string, string>>;
  says: RegExp;
}

const refusals: Refusal[] = [
  {
    name: 'AMQP_URL without DATABASE_URL',
    env: async () => ({ AMQP_URL: 'amqp://127.0.0.1' }),
    says: /AMQP_URL is set and DATABASE_URL is not/,
  },
  {
    name: 'DATABASE_URL without AMQP_URL',
    env: async () => ({ DATABASE_URL: 'postgres://127.0.0.1/x' }),
    says: /DATABASE_URL is set and AMQP_URL is not/,
  },
  {
    name: 'an AMQP_URL of another kind',
    env: async () => ({ AMQP_URL: 'http://user:hunter2@127.0.0.1', DATABASE_URL: 'postgres://127.0.0.1/x' }),
    says: /AMQP_URL must match/,
  },
  {
    name: 'a database that does not exist',
    async env() {
      const url = new URL(databaseUrl());
      url.pathname = '/offload_missing';
      return { AMQP_URL: 'amqp://127.0.0.1', DATABASE_URL: url.href };
    },
    says: /offload_missing/,
  },
  {
    name: 'an AMQP_URL that is malformed',
    env: async () => ({ AMQP_URL: 'amqp://guest:hunter2@:nowhere', DATABASE_URL: databaseUrl() }),
    says: /malformed AMQP URL/,
  },
  { name: 'a port that is no number', env: async () => ({ PORT: 'many' }), says: /PORT must be integer, got "many"/ },
  { name: 'an address that is not loopback', env: async () => ({ HOST: '0.0.0.0' }), says: /ALLOW_ANONYMOUS=true/ },
  {
    name: 'a folder that cannot be written',
    async env(t) {
      const file = await dataFolder(t);
      await writeFile(file, 'a file, not a folder');
      return { DATA_DIR: join(file, 'data') };
    },
    says: /DATA_DIR|data folder/,
  },
  {
    name: 'a port that is taken',
    async env(t) {
      const server = createServer().listen(0, '127.0.0.1');
      t.after(() => server.close());
      await new Promise((resolve) => server.once('listening', resolve));
      return { PORT: String((server.address() as { port: number }).port) };
    },
    says: /port \d+ on 127\.0\.0\.1 is taken: .*PORT/,
  },
  {
    name: 'a data folder that another process uses',
    async env(t) {
      const DATA_DIR = await dataFolder(t);
      const { program } = await startStandalone({ DATA_DIR });
      t.after(() => program.close());
      return { DATA_DIR };
    },
    says: /in use by another process/,
  },
];

for (const { name, env, says } of refusals) {
  test(`${name} is refused in one clear line, with a code that says so`, async (t) => {
    const program = await launchStandalone({ DATA_DIR: await dataFolder(t), LOG_LEVEL: 'warn', ...(await env(t)) });
    t.after(() => program.close());
    assert.deepEqual(await program.exited, { code: 1, signal: null });
    const lines = program.output().trim().split('\n');
    assert.equal(lines.length, 1, program.output());
    assert.match(String(lines[0]), says);
    assert.doesNotMatch(program.output(), /hunter2/);
  });
}

test('an unreachable broker is waited for, and the log says so', async (t) => {
  const database = await createDatabase();
  t.after(() => database.drop());
  const port = await freePort();
  const { program, ...api } = await startStandalone({
    AMQP_URL: `amqp://guest:hunter2@127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
  });
  t.after(() => program.close());
  await program.waitForOutput(new RegExp(`127\\.0\\.0\\.1:${port}`));
  assert.equal((await api.submit('kept')).state, 'scheduled');
  program.kill('SIGTERM');
  assert.deepEqual(await program.exited, { code: 0, signal: null });
  assert.doesNotMatch(program.output(), /hunter2/);
});
