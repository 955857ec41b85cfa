import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment, type Task } from '@offload/test-deployment';

test('two workers share the five tasks of the tutorial, and each task runs once', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  await Promise.all([deployment.startWorker(), deployment.startWorker()]);

  const messages = [
    'First message.',
    'Second message..',
    'Third message...',
    'Fourth message....',
    'Fifth message.....',
  ];
  const ids: string[] = [];
  for (const message of messages) ids.push((await api.submit(message)).id);
  const tasks = await api.succeeded(ids);

  assert.deepEqual(
    tasks.map(({ result }) => result),
    [1, 2, 3, 4, 5].map((sleptSeconds) => ({ sleptSeconds })),
  );
  assert.deepEqual(
    tasks.map(({ attempt }) => attempt),
    [1, 1, 1, 1, 1],
  );
  assert.equal(Object.keys(tasksPerWorker(tasks)).length, 2);
});

test('equal short tasks go round: each worker gets its turn', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  await Promise.all([deployment.startWorker(), deployment.startWorker()]);

  const ids: string[] = [];
  for (let index = 0; index < 8; index++) ids.push((await api.submit('.')).id);
  const tasks = await api.succeeded(ids);

  assert.deepEqual(Object.values(tasksPerWorker(tasks)), [4, 4]);
});

test('with odd tasks heavy and even ones light, the free worker gets the light ones: the best possible makespan', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  await Promise.all([deployment.startWorker(), deployment.startWorker()]);

  // 4 heavy ones of 3 s and 4 light ones of 1 s are 16 s of work: 8 s for two workers. Round-robin would take 12 s.
  const ids: string[] = [];
  for (let index = 0; index < 8; index++) ids.push((await api.submit(index % 2 === 0 ? '...' : '.')).id);
  const tasks = await api.succeeded(ids);

  const started = tasks.map(({ startedAt }) => Date.parse(String(startedAt)));
  const finished = tasks.map(({ finishedAt }) => Date.parse(String(finishedAt)));
  const makespanMs = Math.max(...finished) - Math.min(...started);
  assert.ok(makespanMs <= 8000 * 1.1, `${makespanMs} ms`);
});

test('a queue that grows while all workers are busy is visible, and another worker drains it', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  await deployment.startWorker();

  const long = await api.submit('......');
  await api.taskIn('running', long.id);
  const ids: string[] = [];
  for (let index = 0; index < 10; index++) ids.push((await api.submit('no dots')).id);
  assert.deepEqual(await api.queue(), {
    name: deployment.queue,
    messagesReady: 10,
    messagesUnacknowledged: 1,
    consumers: 1,
    paused: null,
  });

  await deployment.startWorker();
  await api.succeeded(ids);
  assert.equal((await api.task(long.id)).state, 'running');
  const { messagesReady, consumers } = await api.queue();
  assert.deepEqual({ messagesReady, consumers }, { messagesReady: 0, consumers: 2 });
});

function tasksPerWorker(tasks: readonly Task[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { attempts } of tasks) {
    const worker = String(attempts[0]?.worker);
    counts[worker] = (counts[worker] ?? 0) + 1;
  }
  return counts;
}
