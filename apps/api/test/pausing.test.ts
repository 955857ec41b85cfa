import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeControl, type Message } from '@offload/contract';
import { eventually } from '@offload/test-services';
import { startTestApi, type TestApi } from './test-api.ts';

const KEY = 'operators-key';

describe('pausing and resuming a queue', () => {
  let api: TestApi;
  const heard: Message[] = [];
  before(async () => {
    api = await startTestApi({ apiKeys: [KEY] });
    api.broker.listenToControl({ onMessage: (message) => heard.push(message) });
  });
  after(() => api.close());

  const headers = { authorization: `Bearer ${KEY}` };
  async function post(path: string, payload?: object) {
    const answer = await api.app.inject({
      method: 'POST',
      url: `/queues/${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  async function paused(name: string) {
    const { items } = (await api.app.inject({ url: '/queues', headers })).json();
    return items.find((queue: { name: string }) => queue.name === name).paused;
  }

  test('is shown with who, why and until when, told to the workers, and keeps nothing from being accepted', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { status, body } = await post('reports/pause', { reason: 'moving', until });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      name: 'task_queue.reports',
      paused: { by: 'operator:1', reason: 'moving', since: body.paused.since, until },
    });
    assert.deepEqual(await paused('task_queue.reports'), body.paused);
    assert.equal(await paused('task_queue'), null);
    await eventually(() => assert.deepEqual(heard.map(decodeControl), [{ kind: 'queues' }]));

    const payload = { type: 'sleep', payload: { message: '' }, queue: 'reports' };
    const accepted = await api.app.inject({ method: 'POST', url: '/tasks', headers, payload });
    assert.deepEqual([accepted.statusCode, accepted.json().state], [202, 'queued']);

    const again = await post('task_queue.reports/pause', { reason: 'still moving' });
    assert.deepEqual(again.body.paused, { ...body.paused, reason: 'still moving', until: null });
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await post('reports/resume'), {
        status: 200,
        body: { name: 'task_queue.reports', paused: null },
      });
    }
    assert.equal(await paused('task_queue.reports'), null);
    await eventually(() => assert.equal(heard.length, 4));
  });

  test('the main queue has two names', async () => {
    for (const name of ['default', 'task_queue']) {
      assert.equal((await post(`${name}/pause`, { reason: 'x' })).body.name, 'task_queue');
      assert.equal((await post(`${name}/resume`, {})).body.name, 'task_queue');
    }
  });

  test('a queue that there is not is 404', async () => {
    for (const [path, payload] of [['video/pause', { reason: 'x' }], ['video/resume']] as const) {
      const { status, body } = await post(path, payload);
      assert.deepEqual([status, body.code], [404, 'QUEUE_NOT_FOUND']);
    }
  });

  const refused: Record<string, [object, string]> = {
    'no reason': [{}, '/reason'],
    'an empty reason': [{ reason: '' }, '/reason'],
    'a time that has passed': [{ reason: 'x', until: '2020-01-01T00:00:00Z' }, '/until'],
    'a time that is none': [{ reason: 'x', until: 'tomorrow' }, '/until'],
    'an unknown field': [{ reason: 'x', untill: '2099-01-01T00:00:00Z' }, '/untill'],
  };
  for (const [name, [payload, pointer]] of Object.entries(refused)) {
    test(`refused: ${name}`, async () => {
      const { status, body } = await post('reports/pause', payload);
      assert.deepEqual([status, body.code, body.errors[0].pointer], [400, 'INVALID_REQUEST', pointer]);
      assert.equal(await paused('task_queue.reports'), null);
    });
  }

  test('needs an admin', async () => {
    const made = await api.app.inject({
      method: 'POST',
      url: '/keys',
      headers,
      payload: { name: 'ci', scopes: ['submit', 'read', 'cancel'] },
    });
    const other = { authorization: `Bearer ${made.json().key}` };
    for (const action of ['pause', 'resume']) {
      const options = { method: 'POST', url: `/queues/reports/${action}`, headers: other } as const;
      const answer = await api.app.inject({ ...options, payload: action === 'pause' ? { reason: 'x' } : {} });
      assert.equal(answer.statusCode, 403, action);
    }
  });
});
