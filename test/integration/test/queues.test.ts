import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDeployment, type Task, withChannel } from '@offload/test-deployment';
import { eventually, uniqueName } from '@offload/test-services';

/** Milliseconds: the reconciler's margin, two of its pauses, the dispatcher, and a busy machine. */
const RECONCILED_WITHIN_MS = 40_000;

const QUEUES = ['reports'];

describe('named queues', () => {
  test('tasks that never end on one do not keep those of the other from being run', async (t) => {
    const deployment = await createDeployment(t, { scripted: true, queues: QUEUES });
    const api = await deployment.startApi();
    const hanging: Task[] = [];
    for (let count = 0; count < 3; count++) {
      hanging.push(await api.submitScripted({ script: 'obey' }, { queue: 'reports' }));
    }
    await deployment.startWorker({ SHUTDOWN_GRACE_MS: '0' });
    // Any one: a task whose message was not confirmed at once is sent again, behind the others.
    const oneRuns = async () => {
      const tasks = await Promise.all(hanging.map(({ id }) => api.task(id)));
      assert.deepEqual(tasks.map(({ state }) => state).sort(), ['queued', 'queued', 'running']);
    };
    await eventually(oneRuns);
    await api.succeeded([(await api.submitScripted({ script: 'ok' })).id]);
    await oneRuns();
  });

  test('a retry of a task goes back to its own queue, which another worker serves', async (t) => {
    const deployment = await createDeployment(t, { scripted: true, queues: QUEUES, exchange: uniqueName('exchange') });
    const api = await deployment.startApi();
    await deployment.startWorker({ WORKER_QUEUES: 'default' });
    const reporter = await deployment.startWorker({ WORKER_QUEUES: 'reports:2' });
    const { id } = await api.submitScripted({ script: ['throw', 'ok'] }, { queue: 'reports' });
    const [task] = await api.succeeded([id]);
    assert.equal(task?.queue, `${deployment.queue}.reports`);
    assert.equal(task.attempts.length, 2);
    for (const { worker } of task.attempts) assert.ok(worker.includes(`-${reporter.pid}-`), worker);
  });

  test('a killed worker: its tasks of a named queue go to another one of that queue', async (t) => {
    const deployment = await createDeployment(t, { scripted: true, queues: QUEUES });
    const api = await deployment.startApi();
    const doomed = await deployment.startWorker({ WORKER_QUEUES: 'reports' });
    const { id } = await api.submitScripted({ script: ['obey', 'ok'] }, { queue: 'reports' });
    await api.taskIn('running', id);
    doomed.kill('SIGKILL');
    await deployment.startWorker({ WORKER_QUEUES: 'default,reports' });
    const [task] = await api.succeeded([id]);
    assert.deepEqual(
      task?.attempts.map(({ outcome }) => outcome),
      ['worker_lost', 'succeeded'],
    );
  });

  test('a named queue that was purged: its tasks are sent again, and those of the main queue are left alone', async (t) => {
    const deployment = await createDeployment(t, { scripted: true, queues: QUEUES });
    const api = await deployment.startApi();
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) {
      ids.push((await api.submitScripted({ script: 'ok' }, { queue: 'reports' })).id);
    }
    const waiting = await api.submitScripted({ script: 'ok' });
    await withChannel(deployment.amqpUrl, (channel) => channel.purgeQueue(`${deployment.queue}.reports`));
    await deployment.startWorker({ WORKER_QUEUES: 'reports' });
    const tasks = await api.succeeded(ids, RECONCILED_WITHIN_MS);
    assert.deepEqual([...new Set(tasks.map(({ attempt }) => attempt))], [1]);
    await eventually(async () => assert.equal((await api.queue()).messagesReady, 1));
    assert.deepEqual(await api.task(waiting.id), waiting);
  });
});

test('a paused queue: what runs is finished, nothing else is taken by any worker, and all of it runs once when it is resumed', async (t) => {
  const deployment = await createDeployment(t, { scripted: true, queues: QUEUES });
  const api = await deployment.startApi();
  const post = async (action: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${api.url}/queues/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 200, await answer.text());
  };
  await deployment.startWorker({ WORKER_CONCURRENCY: '2' });
  const running: Task[] = [];
  for (let count = 0; count < 2; count++) running.push(await api.submitScripted({ script: 'ok', durationMs: 3000 }));
  for (const { id } of running) await api.taskIn('running', id);
  const waiting: Task[] = [];
  for (let count = 0; count < 5; count++) waiting.push(await api.submitScripted({ script: 'ok' }));

  await post('default/pause', { reason: 'test' });
  await eventually(async () => assert.equal((await api.queue()).consumers, 0));
  await api.succeeded(running.map(({ id }) => id));
  const late = await deployment.startWorker({ WORKER_QUEUES: 'default' });
  const report = await api.submitScripted({ script: 'ok' }, { queue: 'reports' });
  await api.succeeded([report.id]);
  const { messagesReady, consumers, paused } = await api.queue();
  assert.deepEqual([messagesReady, consumers, paused?.reason], [5, 0, 'test']);

  await post('default/resume', {});
  const tasks = await api.succeeded(waiting.map(({ id }) => id));
  assert.deepEqual([...new Set(tasks.map(({ attempt }) => attempt))], [1]);
  await eventually(async () => assert.equal((await api.queue()).consumers, 2));
  assert.ok(late.pid);
});
