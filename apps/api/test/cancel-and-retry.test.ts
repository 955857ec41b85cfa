import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeControl } from '@offload/contract';
import type { Outcome } from '@offload/store';
import { eventually } from '@offload/test-services';
import { startTestApi, submit, type TestApi } from './test-api.ts';

const FAILED: Outcome = { kind: 'failed', error: { code: 'HANDLER_ERROR', message: 'it threw', retryable: true } };

async function start(api: TestApi, taskId: string): Promise<number> {
  const claim = await api.store.claim({ taskId, worker: 'w', redelivered: false });
  assert.equal(claim.kind, 'claimed');
  return claim.kind === 'claimed' ? claim.attempt : 0;
}

async function post(api: TestApi, taskId: string, verb: 'cancel' | 'retry') {
  const answer = await api.app.inject({ method: 'POST', url: `/tasks/${taskId}/${verb}` });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

async function read(api: TestApi, taskId: string) {
  return (await api.app.inject(`/tasks/${taskId}`)).json();
}

describe('cancelling', () => {
  let api: TestApi;
  const signals: unknown[] = [];
  before(async () => {
    api = await startTestApi();
    const listener = api.broker.listenToControl({ onMessage: (message) => signals.push(decodeControl(message)) });
    await listener.live(AbortSignal.timeout(1000));
  });
  after(() => api.close());

  test('a queued task is cancelled at once, and then stays so', async () => {
    const { task } = await submit(api.app, 'never');
    const cancelled = await post(api, task.id, 'cancel');
    assert.equal(cancelled.status, 200);
    assert.equal(cancelled.body.state, 'cancelled');
    assert.notEqual(cancelled.body.finishedAt, null);

    const again = await post(api, task.id, 'cancel');
    assert.equal(again.status, 409);
    assert.equal(again.body.code, 'TASK_NOT_CANCELLABLE');
    assert.match(again.body.detail, /cancelled/);

    const claim = await api.store.claim({ taskId: task.id, worker: 'w', redelivered: false });
    assert.deepEqual(claim, { kind: 'refused', reason: 'not_startable' });
    assert.deepEqual(signals, []);
  });

  test('a running task is marked, and every worker is told', async () => {
    const { task } = await submit(api.app, 'runs');
    const attempt = await start(api, task.id);
    const { status, body } = await post(api, task.id, 'cancel');
    assert.equal(status, 202);
    assert.equal(body.state, 'running');
    assert.notEqual(body.cancelRequestedAt, null);
    assert.deepEqual(await read(api, task.id), body);
    await eventually(() => assert.deepEqual(signals, [{ kind: 'cancel', taskId: task.id }]));

    const again = await post(api, task.id, 'cancel');
    assert.equal(again.status, 202);
    assert.deepEqual(again.body, body);

    await api.store.settle({ taskId: task.id, attempt, outcome: { kind: 'cancelled' } });
    assert.equal((await read(api, task.id)).state, 'cancelled');
    assert.equal((await post(api, task.id, 'cancel')).status, 409);
  });
});

test('cancelling a running task needs no broker: its worker hears of it with its heartbeat', async () => {
  const api = await startTestApi();
  const { task } = await submit(api.app, 'runs');
  const attempt = await start(api, task.id);
  await api.broker.close();
  assert.equal((await post(api, task.id, 'cancel')).status, 202);
  const attempts = [{ taskId: task.id, attempt }];
  const beat = await api.store.beat({
    name: 'w',
    queue: 'task_queue',
    concurrency: 1,
    attempts,
    frontiers: {},
    started: 1,
  });
  assert.deepEqual(beat.cancelled, attempts);
  await api.close();
});

describe('starting over', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  test('a failed task is due again under its own id, and can be started', async () => {
    const { task } = await submit(api.app, 'again');
    await api.store.settle({ taskId: task.id, attempt: await start(api, task.id), outcome: FAILED });
    const { status, headers, body } = await post(api, task.id, 'retry');
    assert.equal(status, 202);
    assert.equal(headers.location, `/tasks/${task.id}`);
    assert.equal(headers['retry-after'], '1');
    assert.equal(body.id, task.id);
    assert.equal(body.state, 'scheduled');
    assert.equal(body.error, null);
    assert.equal(body.attempts.length, 1);
    assert.deepEqual(await read(api, task.id), body);

    await api.store.dispatchDue(10, async (due) => due.map(({ id }) => id));
    assert.equal(await start(api, task.id), 2);
  });

  test('so is a cancelled one', async () => {
    const { task } = await submit(api.app, 'after all');
    await post(api, task.id, 'cancel');
    assert.equal((await post(api, task.id, 'retry')).body.state, 'scheduled');
  });

  test('a task that has not finished is refused', async () => {
    const { task } = await submit(api.app, 'not yet');
    const queued = await post(api, task.id, 'retry');
    assert.equal(queued.status, 409);
    assert.equal(queued.body.code, 'TASK_NOT_FINISHED');
    assert.match(queued.body.detail, /queued/);
    await start(api, task.id);
    assert.match((await post(api, task.id, 'retry')).body.detail, /running/);
    assert.equal((await read(api, task.id)).state, 'running');
  });
});
