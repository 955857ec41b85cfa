import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Metrics, recordBatches } from '@offload/metrics';
import { startTestApi, submit, type TestApi } from './test-api.ts';

describe('GET /metrics', () => {
  let api: TestApi;
  before(async () => {
    const metrics = new Metrics();
    // As the processes do: the store is there before the API.
    recordBatches(metrics);
    api = await startTestApi({ apiKeys: ['operator'], metrics });
  });
  after(() => api.close());

  const headers = { authorization: 'Bearer operator' };
  const scrape = () => api.app.inject({ url: '/metrics', headers });
  /** @returns its value; undefined when there is no such sample */
  const sample = async (name: string) => {
    const line = (await scrape()).body.split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };
  const post = (payload: object) => api.app.inject({ method: 'POST', url: '/tasks', headers, payload });

  test('needs a key where the API does', async () => {
    assert.equal((await api.app.inject('/metrics')).statusCode, 401);
    const answer = await scrape();
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  });

  test('begins with how long the oldest task has waited', async () => {
    assert.ok((await scrape()).body.startsWith('# HELP offload_oldest_queued_seconds '));
    assert.equal(await sample('offload_oldest_queued_seconds{queue="task_queue"}'), 0);
    assert.equal(await sample('offload_store_up'), 1);
    assert.equal(await sample('offload_broker_up'), 1);
    assert.equal(await sample('offload_dead_letters'), 0);
  });

  test('counts what was accepted, sent and answered, by type, outcome and route', async () => {
    await post({ type: 'sleep', payload: { message: 'Hello...' } });
    await post({ type: 'sleep', payload: { message: 'Hello...' } });
    await post({ type: 'made up', payload: {} });
    await api.app.inject({ url: '/tasks/0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', headers });
    await api.app.inject({ url: '/no/such/path', headers });
    assert.equal(await sample('offload_tasks_submitted_total{type="sleep"}'), 2);
    assert.equal(await sample('offload_messages_published_total{outcome="confirmed"}'), 2);
    const answers = (labels: string) => sample(`offload_http_request_duration_seconds_count{${labels}}`);
    assert.equal(await answers('method="POST",route="/tasks",status="202"'), 2);
    assert.equal(await answers('method="POST",route="/tasks",status="422"'), 1);
    assert.equal(await answers('method="GET",route="/tasks/:id",status="404"'), 1);
    assert.equal(await answers('method="any",route="none",status="404"'), 1);
  });

  test('makes no label of what a client sends', async () => {
    for (const path of ['/a', '/b', '/tasks/c']) await api.app.inject({ url: path, headers });
    await post({ type: 'made up', payload: {} });
    const { body } = await scrape();
    for (const text of ['made up', '"/a"', '"/b"', '/tasks/c']) assert.ok(!body.includes(text), text);
  });

  test('does not count a task that was accepted before', async () => {
    const own = await startTestApi();
    const payload = { type: 'sleep', payload: { message: 'Hello...' } };
    const twice = { method: 'POST', url: '/tasks', headers: { 'idempotency-key': '"a"' }, payload } as const;
    for (const expected of [undefined, 'true']) {
      assert.equal((await own.app.inject(twice)).headers['idempotent-replayed'], expected);
    }
    const { body } = await own.app.inject('/metrics');
    assert.ok(body.includes('\noffload_tasks_submitted_total{type="sleep"} 1\n'));
    await own.close();
  });
});

test('metrics without the store say so, and tell nothing old of the queues', async () => {
  const api = await startTestApi();
  await submit(api.app, 'a');
  await api.store.close();
  const answer = await api.app.inject('/metrics');
  assert.equal(answer.statusCode, 200);
  assert.ok(answer.body.includes('\noffload_store_up 0\n'));
  assert.ok(!answer.body.includes('offload_tasks{'));
  await api.close();
});
