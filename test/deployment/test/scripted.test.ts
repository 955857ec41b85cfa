import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';

test('scripted tasks do in real processes what their payload says', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'offload-scripted-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'executions');
  const deployment = await createDeployment(t, { scripted: true });
  const api = await deployment.startApi();
  const worker = await deployment.startWorker({ WORKER_CONCURRENCY: '5' });

  const [ok, refused, second, doomed] = await Promise.all([
    api.submitScripted({ script: 'ok', durationMs: 100, key: 'ok', log }),
    api.submitScripted({ script: 'refuse', key: 'refuse', log }),
    api.submitScripted({ script: ['throw', 'ok'], key: 'second', log }),
    api.submitScripted({ script: 'throw', key: 'doomed', log }),
  ]);
  assert.deepEqual((await api.taskIn('succeeded', ok.id)).result, { attempt: 1 });
  assert.equal((await api.taskIn('failed', refused.id)).attempt, 1);
  assert.deepEqual((await api.taskIn('succeeded', second.id)).result, { attempt: 2 });
  assert.equal((await api.taskIn('failed', doomed.id)).attempt, 3);
  const executions = readFileSync(log, 'utf8').trimEnd().split('\n');
  assert.deepEqual(executions.map((line) => line.split(' ').slice(0, 3).join(' ')).sort(), [
    `doomed 1 ${worker.pid}`,
    `doomed 2 ${worker.pid}`,
    `doomed 3 ${worker.pid}`,
    `ok 1 ${worker.pid}`,
    `refuse 1 ${worker.pid}`,
    `second 1 ${worker.pid}`,
    `second 2 ${worker.pid}`,
  ]);
});

test('a scripted task can kill its worker, and end well in the next one', async (t) => {
  const deployment = await createDeployment(t, { scripted: true });
  const api = await deployment.startApi();
  const first = await deployment.startWorker();
  const { id } = await api.submitScripted({ script: ['kill', 'ok'] });
  assert.deepEqual(await first.exited, { code: null, signal: 'SIGKILL' });
  await deployment.startWorker();
  const done = await api.taskIn('succeeded', id);
  assert.deepEqual(
    done.attempts.map(({ outcome }) => outcome),
    ['worker_lost', 'succeeded'],
  );
});
