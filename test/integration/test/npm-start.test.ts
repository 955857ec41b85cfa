import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { apiRequests } from '@offload/test-deployment';
import { eventually, freePort, type Program, startProcess } from '@offload/test-services';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** npm comes with Node.js, beside it. */
const npm = realpathSync(join(dirname(process.execPath), 'npm'));

async function npmStart(env: Record<string, string>): Promise<Program> {
  const servers = { AMQP_URL: undefined, DATABASE_URL: undefined, AMQP_MANAGEMENT_URL: undefined };
  const program = await startProcess({ entry: npm, args: ['start'], cwd: root, env: { ...servers, ...env } });
  await program.waitForOutput(/waiting for messages/, 60_000);
  return program;
}

test('npm start answers, ends with npm even when npm is killed, and goes on where it was', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'offload-npm-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(port) };
  const api = apiRequests(`http://127.0.0.1:${port}`);

  const first = await npmStart(env);
  t.after(() => first.close());
  const ids = [(await api.submit('...')).id];
  for (let index = 0; index < 5; index++) ids.push((await api.submit('no dots')).id);
  await api.taskIn('running', String(ids[0]));
  first.kill('SIGKILL');
  await eventually(() => assert.rejects(fetch(api.url)));

  const second = await npmStart(env);
  t.after(() => second.close());
  const tasks = await api.succeeded(ids);
  assert.deepEqual(
    tasks.map(({ attempt }) => attempt),
    [2, 1, 1, 1, 1, 1],
  );

  second.kill('SIGTERM');
  await second.waitForOutput(/"stopped"/, 30_000);
});
