import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createDeployment, type Task } from '@offload/test-deployment';
import { freePort } from '@offload/test-services';

/** Some seconds of work for one processor. */
const PAYLOAD = { upTo: 1_000_000_000 };
const RESULT = { count: 50_847_534, largest: 999_999_937 };

test('a worker whose handler keeps a processor busy answers health checks within a second, and shows progress', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  const port = await freePort();
  await deployment.startWorker({ HEALTH_PORT: String(port) });
  const { id } = await submitPrimes(api.url);

  const answersMs: number[] = [];
  const percents = new Set<number>();
  let task = await api.taskIn('running', id);
  while (task.state === 'running') {
    const askedAt = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
    answersMs.push(performance.now() - askedAt);
    assert.equal(status, 200);
    if (task.progress) percents.add(task.progress.percent);
    await delay(50);
    task = await api.task(id);
  }

  assert.deepEqual([task.state, task.attempt, task.result], ['succeeded', 1, RESULT]);
  assert.ok(answersMs.length >= 5, `${answersMs.length} answers`);
  assert.ok(Math.max(...answersMs) < 1000, `${Math.max(...answersMs)} ms`);
  assert.ok(percents.size >= 2, `progress: ${[...percents]}`);
});

test('SIGTERM lets a busy handler finish, and the worker exits with code 0', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  const worker = await deployment.startWorker();
  const { id } = await submitPrimes(api.url);
  await api.taskIn('running', id);

  worker.kill('SIGTERM');
  assert.deepEqual(await worker.exited, { code: 0, signal: null });
  const { state, attempt, result } = await api.task(id);
  assert.deepEqual([state, attempt, result], ['succeeded', 1, RESULT]);
});

async function submitPrimes(url: string): Promise<Task> {
  const answer = await fetch(`${url}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'primes', payload: PAYLOAD }),
  });
  assert.equal(answer.status, 202);
  return (await answer.json()) as Task;
}
