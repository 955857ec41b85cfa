import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTopology, deliverCallback } from '@offload/contract';
import { Destinations } from '@offload/outbound';
import type { Outcome } from '@offload/store';
import { startTestApi, type TestApi } from './test-api.ts';

const PUBLIC = 'https://app.example/offload';
const SUCCEEDED: Outcome = { kind: 'succeeded', result: { sleptSeconds: 0 } };
const UNKNOWN = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';

async function post(api: TestApi, url: string, payload?: object) {
  const answer = await api.app.inject({ method: 'POST', url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

async function get(api: TestApi, url: string) {
  const answer = await api.app.inject(url);
  return { status: answer.statusCode, body: answer.json() };
}

const submission = (callback: unknown) => ({ type: 'sleep', payload: { message: 'Hello' }, callback });

async function run(api: TestApi, taskId: string, outcome: Outcome): Promise<void> {
  const claim = await api.store.claim({ taskId, worker: 'w', redelivered: false });
  assert.ok(claim.kind === 'claimed');
  await api.store.settle({ taskId, attempt: claim.attempt, outcome });
}

describe('callbacks', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({
      topology: createTopology('task_queue', '', ['reports'], { hasCallbacks: true }),
      callbackDestinations: new Destinations(['hooks.internal', '10.1.0.0/16']),
    });
  });
  after(() => api.close());

  test('of a task that has not finished show where it is to be told', async () => {
    const { status, body } = await post(api, '/tasks', submission({ url: PUBLIC }));
    assert.equal(status, 202);
    assert.deepEqual(await get(api, `/tasks/${body.id}/callback`), {
      status: 200,
      body: { url: PUBLIC, urlDisabledAt: null, deliveryId: null, state: null, nextAttemptAt: null, attempts: [] },
    });
    const redelivered = await post(api, `/tasks/${body.id}/callback/redeliver`);
    assert.deepEqual([redelivered.status, redelivered.body.code], [409, 'TASK_NOT_FINISHED']);
  });

  test('of one that has finished show the deliveries, and can be delivered again', async () => {
    const { body: task } = await post(api, '/tasks', submission({ url: PUBLIC }));
    await run(api, task.id, SUCCEEDED);
    const { body: callback } = await get(api, `/tasks/${task.id}/callback`);
    const delivery = await get(api, `/tasks/${callback.deliveryId}`);
    assert.deepEqual([delivery.body.type, delivery.body.queue], ['deliver-callback', 'task_queue.callbacks']);

    const error = { code: 'HANDLER_ERROR', message: 'app.example answered 500', retryable: false };
    await api.store.dispatchDue(100, async (due) => due.map(({ id }) => id));
    await run(api, callback.deliveryId, { kind: 'failed', error });
    const { body: failed } = await get(api, `/tasks/${task.id}/callback`);
    assert.deepEqual([failed.state, failed.attempts.length, failed.attempts[0].error], ['failed', 1, error]);

    const again = await post(api, `/tasks/${task.id}/callback/redeliver`);
    assert.equal(again.status, 202);
    assert.deepEqual([again.body.deliveryId, again.body.attempts], [callback.deliveryId, failed.attempts]);
    assert.ok(again.body.nextAttemptAt, 'it is due');
  });

  test('of a batch are those of its tasks, and what is wrong with one is said of its task', async () => {
    const tasks = [
      submission({ url: PUBLIC }),
      submission({ url: 'http://127.0.0.1/' }),
      { type: 'sleep', payload: { message: '' } },
    ];
    const { body } = await post(api, '/tasks/batch', { tasks });
    const [first, second, third] = body.items;
    assert.deepEqual([first.status, second.status, third.status], [202, 400, 202]);
    assert.equal(second.problem.errors[0].pointer, '/callback/url');
    assert.equal((await get(api, `/tasks/${first.task.id}/callback`)).status, 200);
    assert.equal((await get(api, `/tasks/${third.task.id}/callback`)).body.code, 'CALLBACK_NOT_FOUND');
  });

  for (const url of [
    'http://127.0.0.1:9000/',
    'http://localhost:9000/',
    'http://app.localhost/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.2.0.1/',
    'http://2130706433/',
    'ftp://app.example/',
    'file:///etc/passwd',
    'https://user:password@app.example/',
    'https://app.example:22/',
    'app.example',
    '/offload',
    '',
    `https://app.example/${'x'.repeat(2000)}`,
    `https://app.example/${'ä'.repeat(1000)}`,
  ]) {
    test(`to ${url.slice(0, 60)} are refused, and nothing is stored`, async () => {
      const before = (await api.store.list({ limit: 100 })).items.length;
      const { status, body } = await post(api, '/tasks', submission({ url }));
      assert.equal(status, 400);
      assert.deepEqual(
        body.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['/callback/url'],
      );
      assert.equal((await api.store.list({ limit: 100 })).items.length, before);
    });
  }

  for (const url of ['http://hooks.internal:25/', 'http://10.1.2.3/', 'HTTPS://App.Example/Offload?a=b#c']) {
    test(`to ${url} are accepted, as a server sees the URL`, async () => {
      const { status, body } = await post(api, '/tasks', submission({ url }));
      assert.equal(status, 202);
      const shown = new URL(url);
      shown.hash = '';
      assert.equal((await get(api, `/tasks/${body.id}/callback`)).body.url, shown.href);
    });
  }

  for (const callback of [null, 'https://app.example/', {}, { url: 1 }, { url: PUBLIC, secret: 'whsec_' }]) {
    test(`written as ${JSON.stringify(callback)} are refused`, async () => {
      const { status, body } = await post(api, '/tasks', submission(callback));
      assert.equal(status, 400);
      assert.match(body.errors[0].pointer, /^\/callback/);
    });
  }

  test('have a queue that clients submit nothing to, and admins pause', async () => {
    const { body } = await post(api, '/tasks', { type: 'sleep', payload: { message: '' }, queue: 'callbacks' });
    assert.equal(body.code, 'UNKNOWN_QUEUE');
    assert.doesNotMatch(body.detail, /callbacks/);
    const paused = await post(api, '/queues/callbacks/pause', { reason: 'the receiver is being moved' });
    assert.deepEqual([paused.status, paused.body.name], [200, 'task_queue.callbacks']);
    await post(api, '/queues/callbacks/resume');
  });

  test('cannot be made by clients', async () => {
    const { payload } = deliverCallback.examples[0];
    const { body } = await post(api, '/tasks', { type: deliverCallback.name, payload });
    assert.equal(body.code, 'UNKNOWN_TASK_TYPE');
    const { body: types } = await get(api, '/task-types');
    assert.ok(types.items.every(({ name }: { name: string }) => name !== deliverCallback.name));
  });

  test('of tasks that do not exist are not found', async () => {
    const answers = [
      await get(api, `/tasks/${UNKNOWN}/callback`),
      await post(api, `/tasks/${UNKNOWN}/callback/redeliver`),
    ];
    for (const { body } of answers) assert.equal(body.code, 'TASK_NOT_FOUND');
  });
});

describe('a server without secrets', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  test('accepts no task with a callback, and every other one', async () => {
    const { status, body } = await post(api, '/tasks', submission({ url: PUBLIC }));
    assert.deepEqual([status, body.code, body.errors[0].pointer], [422, 'CALLBACKS_DISABLED', '/callback']);
    assert.equal((await post(api, '/tasks', { type: 'sleep', payload: { message: '' } })).status, 202);
  });

  test('has no queue of callbacks', async () => {
    const { body } = await get(api, '/queues');
    assert.ok(body.items.every(({ name }: { name: string }) => name !== 'task_queue.callbacks'));
  });
});
