import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDeployment, type Deployment } from '@offload/test-deployment';
import { eventually } from '@offload/test-services';

/** Keeps a worker running, as an orchestrator does; resolves to how often it had to. */
function keepAlive(t: TestContext, deployment: Deployment, env: Record<string, string> = {}): () => number {
  let starts = 0;
  let isOver = false;
  t.after(() => {
    isOver = true;
  });
  void (async () => {
    while (!isOver) {
      const worker = await deployment.launchWorker(env);
      starts++;
      await worker.exited;
    }
  })();
  return () => starts;
}

test('a task that kills its worker each time does not take along those that ran beside it', async (t) => {
  const deployment = await createDeployment(t, { scripted: true });
  const api = await deployment.startApi();
  const scripts = ['ok', 'ok', 'kill', 'ok', 'ok'] as const;
  const tasks = await Promise.all(scripts.map((script) => api.submitScripted({ script, durationMs: 1000 })));
  keepAlive(t, deployment, { WORKER_CONCURRENCY: '5' });
  for (const [index, script] of scripts.entries()) {
    await api.taskIn(script === 'ok' ? 'succeeded' : 'failed', tasks[index]?.id ?? '', 60_000);
  }
});

test('a task that kills its worker each time ends as failed after its attempts, and the 20 behind it are done', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'offload-poison-'));
  t.after(() => rm(folder, { recursive: true }));
  const log = join(folder, 'executions');
  const deployment = await createDeployment(t, { scripted: true });
  const api = await deployment.startApi();
  const poison = await api.submitScripted({ script: 'kill', log });
  const healthy = await Promise.all(Array.from({ length: 20 }, () => api.submitScripted({ script: 'ok' })));
  const starts = keepAlive(t, deployment);

  const failed = await api.taskIn('failed', poison.id, 60_000);
  await api.succeeded(
    healthy.map(({ id }) => id),
    60_000,
  );
  assert.equal(failed.error?.code, 'WORKER_LOST');
  assert.deepEqual(
    failed.attempts.map(({ outcome }) => outcome),
    ['worker_lost', 'worker_lost', 'worker_lost'],
  );
  assert.equal(readFileSync(log, 'utf8').trimEnd().split('\n').length, 3);
  assert.equal(starts(), 4);
  await eventually(async () => {
    const { messagesReady, messagesUnacknowledged } = await api.queue();
    assert.deepEqual([messagesReady, messagesUnacknowledged], [0, 0]);
  });
});
