import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';
import { eventually } from '@offload/test-services';

test('a worker killed in the middle of a task: another one has it running within a second', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  const workers = await Promise.all([deployment.startWorker(), deployment.startWorker()]);
  const { id } = await api.submit('...');
  const running = await api.taskIn('running', id);
  const doomed = workers.find(({ pid }) => running.attempts[0]?.worker.includes(`-${pid}-`));
  assert.ok(doomed);

  const killedAt = Date.now();
  doomed.kill('SIGKILL');
  const done = await api.taskIn('succeeded', id);

  const [first, second] = done.attempts;
  assert.equal(done.attempts.length, 2);
  assert.equal(first?.outcome, 'worker_lost');
  assert.equal(first?.error?.code, 'WORKER_LOST');
  assert.equal(second?.outcome, 'succeeded');
  assert.notEqual(second?.worker, first?.worker);
  const rerunMs = Date.parse(String(second?.startedAt)) - killedAt;
  assert.ok(rerunMs < 1000, `${rerunMs} ms`);
});

test('nothing that a killed worker had prefetched is lost', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  const doomed = await deployment.startWorker({ WORKER_CONCURRENCY: '5' });
  const ids: string[] = [];
  for (let index = 0; index < 12; index++) ids.push((await api.submit('..')).id);
  await eventually(async () => assert.equal((await api.queue()).messagesUnacknowledged, 5));

  doomed.kill('SIGKILL');
  await deployment.startWorker({ WORKER_CONCURRENCY: '5' });
  const tasks = await api.succeeded(ids);

  assert.equal(tasks.filter(({ attempt }) => attempt === 2).length, 5);
  assert.equal(tasks.filter(({ attempt }) => attempt === 1).length, 7);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} lets the running task finish, takes no other, and exits with code 0`, async (t) => {
    const deployment = await createDeployment(t);
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    const running = await api.submit('..');
    const waiting = await api.submit('.');
    await api.taskIn('running', running.id);

    worker.kill(signal);
    assert.deepEqual(await worker.exited, { code: 0, signal: null });
    const done = await api.task(running.id);
    assert.equal(done.state, 'succeeded');
    assert.equal(done.attempt, 1);
    assert.equal((await api.task(waiting.id)).state, 'queued');

    await deployment.startWorker();
    assert.equal((await api.taskIn('succeeded', waiting.id)).attempt, 1);
  });
}

test('a task that outlasts the grace period is handed back without burning an attempt', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  const worker = await deployment.startWorker({ SHUTDOWN_GRACE_MS: '200' });
  const { id } = await api.submit('...');
  await api.taskIn('running', id);

  worker.kill('SIGTERM');
  assert.deepEqual(await worker.exited, { code: 0, signal: null });
  const handedBack = await api.task(id);
  assert.equal(handedBack.state, 'queued');
  assert.equal(handedBack.attempts[0]?.outcome, 'interrupted');

  await deployment.startWorker();
  const done = await api.taskIn('succeeded', id);
  assert.deepEqual(
    done.attempts.map(({ outcome }) => outcome),
    ['interrupted', 'succeeded'],
  );
});

test('a worker that is stopped in an orderly way is no longer listed', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  const worker = await deployment.startWorker({ WORKER_CONCURRENCY: '3' });
  await eventually(async () => {
    const { items } = (await (await fetch(`${api.url}/workers`)).json()) as { items: Record<string, unknown>[] };
    assert.deepEqual(
      items.map(({ concurrency, isAlive, queue }) => ({ concurrency, isAlive, queue })),
      [{ concurrency: 3, isAlive: true, queue: deployment.queue }],
    );
  });
  worker.kill('SIGTERM');
  await worker.exited;
  assert.deepEqual(await (await fetch(`${api.url}/workers`)).json(), { items: [] });
});
