import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@offload/test-services';
import { dispatcher } from '../src/roles/dispatcher.ts';
import { silent, startTestApi, submit, type TestApi } from './test-api.ts';

describe('tasks', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  test('a submitted task is answered 202 with its whole resource, where to follow it and when to look', async () => {
    const { statusCode, headers, task } = await submit(api.app, 'Hello...');

    assert.equal(statusCode, 202);
    assert.equal(headers.location, `/tasks/${task.id}`);
    assert.equal(headers['retry-after'], '1');
    assert.match(task.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    assert.match(task.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(
      { ...task, id: null, createdAt: null, queuedAt: null },
      {
        id: null,
        type: 'sleep',
        state: 'queued',
        queue: 'task_queue',
        priority: 0,
        payload: { message: 'Hello...' },
        result: null,
        error: null,
        progress: null,
        attempt: 0,
        maxAttempts: 3,
        attempts: [],
        tags: [],
        metadata: {},
        createdAt: null,
        runAt: null,
        queuedAt: null,
        startedAt: null,
        finishedAt: null,
        expiresAt: null,
        cancelRequestedAt: null,
      },
    );
  });

  test('the answer to GET /tasks/{id} equals the one that accepted it', async () => {
    const { task } = await submit(api.app, 'same');
    assert.deepEqual((await api.app.inject(`/tasks/${task.id}`)).json(), task);
  });

  test('a payload comes back as it was sent, with escapes, NUL and lone surrogates', async () => {
    const message = 'a\u0000b \ud800 "quoted" \\ ü 漢 🎉';
    const { task } = await submit(api.app, message);
    const found = (await api.app.inject(`/tasks/${task.id}`)).json();
    assert.equal(found.payload.message, message);
  });

  test('the client’s request id is taken over where it is harmless, and is in every answer', async () => {
    const kept = await api.app.inject({ url: '/healthz', headers: { 'x-request-id': 'order-4711' } });
    const replaced = await api.app.inject({ url: '/healthz', headers: { 'x-request-id': 'x'.repeat(300) } });
    assert.equal(kept.headers['x-request-id'], 'order-4711');
    assert.match(String(replaced.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  });

  test('a task that was never accepted is 404', async () => {
    for (const request of [
      { method: 'GET' as const, url: '/tasks/0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11' },
      { method: 'POST' as const, url: '/tasks/0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11/cancel' },
      { method: 'POST' as const, url: '/tasks/0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11/retry' },
    ]) {
      const answer = await api.app.inject(request);
      assert.equal(answer.statusCode, 404);
      assert.equal(answer.json().code, 'TASK_NOT_FOUND');
    }
  });

  test('task types, queues and workers are listed', async () => {
    const [taskType] = (await api.app.inject('/task-types')).json().items;
    assert.equal(taskType.name, 'sleep');
    assert.equal(taskType.payload.properties.message.type, 'string');

    const { items: queues } = (await api.app.inject('/queues')).json();
    const [queue] = queues;
    assert.deepEqual(
      queues.map(({ name }: { name: string }) => name),
      ['task_queue', 'task_queue.reports', 'task_queue.mail'],
    );
    assert.equal(queue.name, 'task_queue');
    assert.equal(queue.consumers, 0);
    assert.equal(queue.messagesUnacknowledged, 0);

    const attempts = [{ taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', attempt: 1 }];
    const beat = { name: 'host-1', queue: 'task_queue', concurrency: 2, attempts, frontiers: {}, started: 1 };
    await api.store.beat(beat);
    const [worker] = (await api.app.inject('/workers')).json().items;
    assert.deepEqual(
      { ...worker, startedAt: null, heartbeatAt: null },
      {
        name: 'host-1',
        queue: 'task_queue',
        queues: ['task_queue'],
        concurrency: 2,
        running: 1,
        startedAt: null,
        heartbeatAt: null,
        isAlive: true,
      },
    );
  });

  test('the process is alive, and ready while the store answers', async () => {
    assert.deepEqual((await api.app.inject('/healthz')).json(), { status: 'ok' });
    assert.deepEqual((await api.app.inject('/readyz')).json(), { status: 'ok', broker: 'ready' });
  });

  test('the root leads to Swagger UI', async () => {
    const root = await api.app.inject('/');
    assert.equal(root.statusCode, 302);
    assert.equal(root.headers.location, '/docs');
    assert.equal((await api.app.inject('/docs/')).statusCode, 200);
  });
});

describe('lists', () => {
  let api: TestApi;
  const ids: string[] = [];
  before(async () => {
    api = await startTestApi();
    for (let index = 0; index < 25; index++) ids.unshift((await submit(api.app, `${index}`)).task.id);
    for (const id of ids.slice(0, 5)) await api.app.inject({ method: 'POST', url: `/tasks/${id}/cancel` });
  });
  after(() => api.close());

  test('following the Link header visits every task once, newest first', async () => {
    const visited: string[] = [];
    for (let url: string | undefined = '/tasks?limit=10'; url; ) {
      const page: { json(): { items: { id: string }[]; nextCursor: string | null }; headers: object } =
        await api.app.inject(url);
      const { items, nextCursor } = page.json();
      visited.push(...items.map(({ id }) => id));
      url = nextLink(page.headers);
      assert.equal(nextCursor === null, url === undefined);
    }
    assert.deepEqual(visited, ids);
  });

  test('a page stays where it is when new tasks arrive', async () => {
    const first = (await api.app.inject('/tasks?limit=10')).json();
    const { task } = await submit(api.app, 'newer');
    const second = (await api.app.inject(`/tasks?limit=10&cursor=${first.nextCursor}`)).json();
    assert.equal(second.items[0].id, ids[10]);
    await api.app.inject({ method: 'POST', url: `/tasks/${task.id}/cancel` });
  });

  test('state and type filter, and the next page keeps the filter', async () => {
    const page = await api.app.inject('/tasks?state=queued&type=sleep&limit=15');
    assert.deepEqual(
      page.json().items.map(({ id }: { id: string }) => id),
      ids.slice(5, 20),
    );
    assert.match(String(page.headers.link), /state=queued&type=sleep/);
    assert.equal((await api.app.inject('/tasks?type=other')).json().items.length, 0);
  });

  test('items come without payload and result', async () => {
    const [item] = (await api.app.inject('/tasks?limit=1')).json().items;
    assert.equal('payload' in item, false);
    assert.equal('result' in item, false);
    assert.equal('state' in item, true);
  });
});

test('without a broker a task is accepted all the same, and sent when there is one', async () => {
  const api = await startTestApi();
  await api.broker.close();
  const { statusCode, task } = await submit(api.app, 'later');
  assert.equal(statusCode, 202);
  assert.equal(task.state, 'scheduled');
  assert.equal((await api.app.inject(`/tasks/${task.id}`)).json().state, 'scheduled');
  assert.deepEqual((await api.app.inject('/readyz')).json(), { status: 'ok', broker: 'unavailable' });

  const other = await startTestApi();
  const stopping = new AbortController();
  const context = { store: api.store, broker: other.broker, logger: silent };
  const dispatching = dispatcher(context, stopping.signal);
  await eventually(async () => {
    assert.equal((await other.broker.queueFigures(1000)).messagesReady, 1);
    assert.equal((await api.app.inject(`/tasks/${task.id}`)).json().state, 'queued');
  });
  stopping.abort();
  await assert.rejects(dispatching, { name: 'AbortError' });
  await api.close();
  await other.close();
});

test('without the store nothing is accepted: 503 and when to try again', async () => {
  const api = await startTestApi();
  await api.store.close();
  const { statusCode, headers, task: problem } = await submit(api.app, 'refused');
  assert.equal(statusCode, 503);
  assert.equal(problem.code, 'STORE_UNAVAILABLE');
  assert.equal(headers['retry-after'], '2');
  assert.equal((await api.app.inject('/readyz')).statusCode, 503);
  assert.equal((await api.app.inject('/healthz')).statusCode, 200);
  await api.close();
});

function nextLink(headers: { link?: string | string[] }): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
}
