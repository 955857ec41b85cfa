import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { StoreUnavailableError } from '@offload/store';
import { eventually } from '@offload/test-services';
import { buildApi } from '../src/app.ts';
import { listen } from '../src/listen.ts';
import { silent, startTestApi, submit, type TestApi } from './test-api.ts';

const BODY = { type: 'sleep', payload: { message: 'x' } };

/** Does what a worker does, and says so. */
async function finish({ store, broker }: TestApi, taskId: string): Promise<void> {
  const claim = await store.claim({ taskId, worker: 'w', redelivered: false });
  assert.equal(claim.kind, 'claimed');
  broker.announce({ taskId, kind: 'changed' });
  const attempt = claim.kind === 'claimed' ? claim.attempt : 0;
  await store.settle({ taskId, attempt, outcome: { kind: 'succeeded', result: { done: true } } });
  broker.announce({ taskId, kind: 'settled' });
}

function isFollowed({ app }: TestApi, size = 1): Promise<void> {
  return eventually(() => assert.equal(app.follower.size, size));
}

describe('waiting', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const post = (prefer: string, headers = {}) =>
    api.app.inject({ method: 'POST', url: '/tasks', payload: BODY, headers: { prefer, ...headers } });
  const read = (id: string, prefer: string) => api.app.inject({ url: `/tasks/${id}`, headers: { prefer } });
  const newest = async () => (await api.store.list({ limit: 1 })).items[0]?.id ?? '';

  test('for a new task answers 200 with the finished task, and says what was followed', async () => {
    const answering = post('wait=30');
    await isFollowed(api);
    await finish(api, await newest());
    const { statusCode, headers, ...answer } = await answering;
    assert.equal(statusCode, 200);
    assert.equal(headers['preference-applied'], 'wait=30');
    assert.equal(headers.vary, 'Prefer');
    const { id, state, result } = answer.json();
    assert.deepEqual([state, result, headers.location], ['succeeded', { done: true }, `/tasks/${id}`]);
    assert.equal(headers['retry-after'], undefined);
    await isFollowed(api, 0);
  });

  test('for a new task answers 202 when the time is up', async () => {
    const { statusCode, headers, ...answer } = await post('respond-async, wait=1');
    assert.equal(statusCode, 202);
    assert.equal(headers['preference-applied'], 'respond-async, wait=1');
    assert.equal(answer.json().state, 'queued');
    assert.equal(headers['retry-after'], '1');
    assert.equal(api.app.follower.size, 0);
  });

  test('is not what a client wants that prefers respond-async alone', async () => {
    const { statusCode, headers } = await post('respond-async');
    assert.equal(statusCode, 202);
    assert.equal(headers['preference-applied'], 'respond-async');
  });

  test('is limited to sixty seconds, which the answer says', async () => {
    const { task } = await submit(api.app, 'x');
    const answering = read(task.id, 'wait=3600');
    await isFollowed(api);
    await finish(api, task.id);
    assert.equal((await answering).headers['preference-applied'], 'wait=60');
  });

  test('for a known task ends with its end, and with a cancellation, too', async () => {
    for (const end of [
      (id: string) => finish(api, id),
      (id: string) => api.app.inject({ method: 'POST', url: `/tasks/${id}/cancel` }),
    ]) {
      const { task } = await submit(api.app, 'x');
      const answering = read(task.id, 'wait=30');
      await isFollowed(api);
      await end(task.id);
      const answer = await answering;
      assert.equal(answer.statusCode, 200);
      assert.notEqual(answer.json().finishedAt, null);
    }
  });

  test('for a known task answers 200 with the unfinished task when the time is up, and at once with a finished one', async () => {
    const { task } = await submit(api.app, 'x');
    const unfinished = await read(task.id, 'wait=1');
    assert.deepEqual([unfinished.statusCode, unfinished.json().state], [200, 'queued']);
    await finish(api, task.id);
    assert.equal((await read(task.id, 'wait=60')).json().state, 'succeeded');
  });

  test('for a task that does not exist is a 404 at once', async () => {
    assert.equal((await read('0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', 'wait=60')).statusCode, 404);
  });

  test('under an idempotency key waits for the task of that key', async () => {
    const key = { 'idempotency-key': '"once"' };
    assert.equal((await post('respond-async', key)).statusCode, 202);
    const answering = post('wait=30', key);
    await isFollowed(api);
    await finish(api, await newest());
    const { statusCode, headers } = await answering;
    assert.deepEqual([statusCode, headers['idempotent-replayed']], [200, 'true']);
    const later = await post('respond-async', key);
    assert.deepEqual([later.statusCode, later.json().state], [202, 'queued']);
  });

  test('sees what happened before the listener was live, and while it was away', async () => {
    const { task } = await submit(api.app, 'x');
    const { app, store, broker } = api;
    let live = () => {};
    const deaf = {
      topology: broker.topology,
      counters: broker.counters,
      publisher: broker.publisher,
      deadLetters: broker.deadLetters,
      consume: broker.consume.bind(broker),
      listenToControl: broker.listenToControl.bind(broker),
      listenToEvents({ onLive }: { onLive?(): void }) {
        live = () => onLive?.();
        return { isLive: false, live: async () => undefined, close: async () => undefined };
      },
      announce: broker.announce.bind(broker),
      queueFigures: broker.queueFigures.bind(broker),
      close: async () => undefined,
    };
    const { catalogue, files } = app.dependencies;
    const other = await buildApi({
      store,
      broker: deaf,
      catalogue,
      files,
      apiKeys: [],
      bodyLimit: 1024,
      logger: silent,
    });
    const answering = other.inject({ url: `/tasks/${task.id}`, headers: { prefer: 'wait=60' } });
    await eventually(() => assert.equal(other.follower.size, 1));
    await finish(api, task.id);
    live();
    assert.equal((await answering).json().state, 'succeeded');
    await other.close();
  });

  test('that the store ends does not make an accepted task look refused', async () => {
    const { app, broker } = api;
    const store = {
      ...api.store,
      async getTogether(): Promise<never> {
        throw new StoreUnavailableError('on purpose');
      },
    };
    const { catalogue, files } = app.dependencies;
    const other = await buildApi({ store, broker, catalogue, files, apiKeys: [], bodyLimit: 1024, logger: silent });
    const answer = await other.inject({ method: 'POST', url: '/tasks', payload: BODY, headers: { prefer: 'wait=9' } });
    assert.equal(answer.statusCode, 202);
    await other.close();
  });

  test('two thousand clients cost two looks each at most, which share statements, and none in between', async () => {
    const { app, broker } = api;
    let looks = 0;
    const store = {
      ...api.store,
      getTogether(id: string) {
        looks++;
        return api.store.getTogether(id);
      },
      get: () => assert.fail('asked alone'),
    };
    const { catalogue, files } = app.dependencies;
    const other = await buildApi({ store, broker, catalogue, files, apiKeys: [], bodyLimit: 1024, logger: silent });
    const { task } = await submit(app, 'x');
    // The listener is live before the crowd comes.
    const first = other.inject({ url: `/tasks/${task.id}`, headers: { prefer: 'wait=60' } });
    await eventually(() => assert.equal(looks, 2));
    const answers = Array.from({ length: 2000 }, () =>
      other.inject({ url: `/tasks/${task.id}`, headers: { prefer: 'wait=60' } }),
    );
    await eventually(() => assert.equal(looks, 2002));
    await finish(api, task.id);
    for (const answer of await Promise.all([first, ...answers])) assert.equal(answer.json().state, 'succeeded');
    // Those that had not been answered yet see the end with their first look.
    assert.ok(looks <= 2002 + 2001, String(looks));
    await other.close();
  });
});

test('a client that leaves is waited for no more', async () => {
  const api = await startTestApi();
  const url = await listen(api.app, { host: '127.0.0.1', port: 0 });
  const { task } = await submit(api.app, 'x');
  const request = get(`${url}/tasks/${task.id}`, { headers: { prefer: 'wait=60' } });
  request.on('error', () => undefined);
  await isFollowed(api);
  request.destroy();
  await isFollowed(api, 0);
  await api.close();
});

test('an API that closes answers those who wait with what is known', async () => {
  const api = await startTestApi();
  const url = await listen(api.app, { host: '127.0.0.1', port: 0 });
  const { task } = await submit(api.app, 'x');
  const answered = once(get(`${url}/tasks/${task.id}`, { agent: false, headers: { prefer: 'wait=60' } }), 'response');
  await isFollowed(api);
  const closed = api.close();
  const [response] = await answered;
  assert.equal(response.statusCode, 200);
  response.resume();
  await closed;
});
