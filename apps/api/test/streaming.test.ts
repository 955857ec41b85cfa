import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Outcome } from '@offload/store';
import { eventually } from '@offload/test-services';
import { EventSource } from 'eventsource';
import { listen } from '../src/listen.ts';
import { EventStream, SlowReaderError } from '../src/streams/event-stream.ts';
import { startTestApi, submit, type TestApi } from './test-api.ts';

const RETRY: Outcome = {
  kind: 'retry',
  error: { code: 'HANDLER_ERROR', message: 'it threw', retryable: true },
  delayMs: 0,
};

interface Heard {
  event: string;
  id: string;
  data: Record<string, unknown>;
}

/** What a worker does, and says. */
function workerOf({ store, broker }: TestApi, taskId: string) {
  let attempt = 0;
  return {
    async start() {
      const claim = await store.claim({ taskId, worker: 'w', redelivered: false });
      attempt = claim.kind === 'claimed' ? claim.attempt : assert.fail(claim.reason);
      broker.announce({ taskId, kind: 'changed' });
    },
    async progress(percent: number) {
      await store.reportProgress({ taskId, attempt, progress: { percent, message: null, etaSeconds: null } });
      broker.announce({ taskId, kind: 'progress' });
    },
    async log(message: string) {
      const line = { at: new Date().toISOString(), level: 'info' as const, message, fields: {} };
      await store.appendLogs({ taskId, attempt, lines: [line] });
      broker.announce({ taskId, kind: 'log' });
    },
    async settle(outcome: Outcome) {
      await store.settle({ taskId, attempt, outcome });
      broker.announce({ taskId, kind: 'settled' });
    },
    async dispatch() {
      await store.dispatchDue(10, async (due) => due.map(({ id }) => id));
      broker.announce({ taskId, kind: 'changed' });
    },
  };
}

describe('the stream of a task', () => {
  let api: TestApi;
  let url: string;
  before(async () => {
    api = await startTestApi();
    url = await listen(api.app, { host: '127.0.0.1', port: 0 });
  });
  after(() => api.close());

  /** Reads with the reference implementation; stops it after the test. */
  function listenTo(id: string) {
    const heard: Heard[] = [];
    const source = new EventSource(`${url}/tasks/${id}/events`);
    for (const event of ['state', 'progress', 'log']) {
      source.addEventListener(event, ({ data, lastEventId }) =>
        heard.push({ event, id: lastEventId, data: JSON.parse(data) }),
      );
    }
    const brief = () => heard.map(({ id, data }) => `${id} ${data.state ?? data.message ?? data.percent}`);
    return { heard, source, hears: (...lines: string[]) => eventually(() => assert.deepEqual(brief(), lines)) };
  }

  /** The events of one answer that ends by itself. */
  async function replay(id: string, lastEventId: string) {
    const answer = await fetch(`${url}/tasks/${id}/events`, { headers: { 'last-event-id': lastEventId } });
    const text = await answer.text();
    return { status: answer.status, ids: [...text.matchAll(/^id: (.*)$/gm)].map(([, found]) => found) };
  }

  test('begins with the present state, tells each change, and ends with the final state', async () => {
    const { task } = await submit(api.app, 'x');
    const worker = workerOf(api, task.id);
    const { source, heard, hears } = listenTo(task.id);
    await hears('0.3.0 queued');
    await worker.start();
    await hears('0.3.0 queued', '1.0.0 running');
    await worker.progress(12.5);
    await hears('0.3.0 queued', '1.0.0 running', '1.1.125 12.5');
    await worker.settle(RETRY);
    await hears('0.3.0 queued', '1.0.0 running', '1.1.125 12.5', '1.2.0 retrying');
    await worker.dispatch();
    await worker.start();
    await worker.settle({ kind: 'succeeded', result: { done: true } });
    await eventually(() => assert.equal(heard.at(-1)?.id, '2.4.0'));
    const { data } = heard.at(-1) ?? assert.fail();
    assert.deepEqual([data.taskId, data.state, data.result], [task.id, 'succeeded', { done: true }]);
    // It connects again, is told that there is nothing more, and stays away.
    await eventually(() => assert.equal(source.readyState, EventSource.CLOSED));
    assert.equal(new Set(heard.map(({ id }) => id)).size, heard.length);
    assert.equal(api.app.streams.size, 0);
    assert.equal(api.app.follower.size, 0);
  });

  test('tells a reader that comes back what it has missed, on any replica, and nothing twice', async () => {
    const { task } = await submit(api.app, 'x');
    const worker = workerOf(api, task.id);
    await worker.start();
    await worker.settle(RETRY);
    await worker.dispatch();
    await worker.start();
    await worker.progress(40);
    await worker.settle({ kind: 'succeeded', result: 1 });
    const all = ['0.3.0', '1.0.0', '1.2.0', '2.0.0', '2.1.400', '2.4.0'];
    for (const [index, id] of all.entries()) {
      const rest = all.slice(index + 1);
      assert.deepEqual(await replay(task.id, id), { status: rest.length > 0 ? 200 : 204, ids: rest }, id);
    }
    for (const unknown of ['', 'x', '1.9.0']) {
      assert.deepEqual(await replay(task.id, unknown), { status: 200, ids: ['2.4.0'] });
    }
  });

  test('tells what the handler logs, in its place, and what of it a reader has missed', async () => {
    const { task } = await submit(api.app, 'x');
    const worker = workerOf(api, task.id);
    const { hears } = listenTo(task.id);
    await hears('0.3.0 queued');
    await worker.start();
    await worker.log('one');
    await hears('0.3.0 queued', '1.0.0 running', '1.0.0.1 one');
    await worker.log('two');
    await worker.settle(RETRY);
    await worker.dispatch();
    await worker.start();
    await worker.log('three');
    await worker.settle({ kind: 'succeeded', result: 1 });
    const all = ['1.0.0', '1.0.0.1', '1.0.0.2', '1.2.0.2', '2.0.0.2', '2.0.0.3', '2.4.0.3'];
    for (const [index, id] of all.entries()) {
      const rest = all.slice(index + 1);
      assert.deepEqual(await replay(task.id, id), { status: rest.length > 0 ? 200 : 204, ids: rest }, id);
    }
    assert.deepEqual((await replay(task.id, '')).ids, ['0.0.0.1', '0.0.0.2', '0.0.0.3', '2.4.0.3']);
  });

  test('is a stream of its type that is not stored, and a problem where there is no task', async () => {
    const { task } = await submit(api.app, 'x');
    const worker = workerOf(api, task.id);
    await worker.start();
    await worker.settle({ kind: 'succeeded', result: 1 });
    const answer = await fetch(`${url}/tasks/${task.id}/events`);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(await answer.text(), /^retry: \d+\n\nevent: state\nid: 1\.4\.0\ndata: \{.*\}\n\n$/);
    const missing = await fetch(`${url}/tasks/0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11/events`);
    assert.equal(missing.status, 404);
    assert.equal(missing.headers.get('content-type'), 'application/problem+json');
    await missing.text();
  });

  test('is there for two thousand readers at once, and each that leaves is forgotten', async () => {
    const { task } = await submit(api.app, 'x');
    const responses: IncomingMessage[] = [];
    const received: string[] = [];
    const all = (part: string, count = 2000) =>
      eventually(() => assert.equal(received.filter((text) => text?.includes(part)).length, count), {
        timeoutMs: 60_000,
      });
    for (let reader = 0; reader < 2000; reader++) {
      get(`${url}/tasks/${task.id}/events`, { agent: false }, (response) => {
        responses.push(response);
        received[reader] = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          received[reader] += text;
        });
        response.on('error', () => undefined);
        // One that leaves may be reset; one that never came is missed below.
      }).on('error', () => undefined);
      // A listening socket has room for some hundred connections that nobody has accepted yet; others are reset.
      if (reader % 200 === 199) await all('id: 0.3.0', reader + 1);
    }
    assert.equal(api.app.streams.size, 2000);
    assert.equal(api.app.follower.size, 1);
    const worker = workerOf(api, task.id);
    await worker.start();
    await all('id: 1.0.0');
    for (const response of responses.slice(0, 1000)) response.destroy();
    await eventually(() => assert.equal(api.app.streams.size, 1000), { timeoutMs: 60_000 });
    await worker.settle({ kind: 'cancelled' });
    await eventually(() => assert.equal(api.app.streams.size, 0), { timeoutMs: 60_000 });
    await eventually(() => assert.equal(received.filter((text) => text.includes('id: 1.4.0')).length, 1000));
  });
});

test('a reader that does not read is cut, and nothing more is kept for it', async () => {
  const stream = new EventStream(() => 0);
  const cut = new Promise<Error>((resolve) => stream.once('error', resolve));
  const data = 'x'.repeat(65_536);
  for (let sent = 0; sent < 40; sent++) stream.send({ event: 'state', id: '1.0.0', data });
  assert.ok((await cut) instanceof SlowReaderError);
  assert.ok(stream.readableLength <= 1_048_576 + 2 * data.length);
});

test('a reader whose connection is full is cut off from its connection', async () => {
  const api = await startTestApi();
  const url = await listen(api.app, { host: '127.0.0.1', port: 0 });
  const { task } = await submit(api.app, 'x'.repeat(10));
  const { store } = api;
  const claim = await store.claim({ taskId: task.id, worker: 'w', redelivered: false });
  assert.equal(claim.kind, 'claimed');
  const response = await new Promise<IncomingMessage>((resolve) => get(`${url}/tasks/${task.id}/events`, resolve));
  response.pause();
  await eventually(() => assert.equal(api.app.streams.size, 1));
  const ended = new Promise((resolve) => response.once('error', resolve));
  const [stream] = api.app.streams;
  await eventually(() => {
    for (let sent = 0; sent < 20; sent++) stream?.send({ event: 'state', id: '1.0.0', data: 'x'.repeat(65_536) });
    assert.equal(api.app.streams.size, 0);
  });
  response.resume();
  await ended;
  await api.close();
});

test('a stream on which nothing happens has a comment every fifteen seconds', async (t) => {
  const api = await startTestApi();
  const { task } = await submit(api.app, 'x');
  t.mock.timers.enable({ apis: ['setInterval'] });
  const answer = await api.app.inject({ url: `/tasks/${task.id}/events`, payloadAsStream: true });
  let text = '';
  answer
    .stream()
    .setEncoding('utf8')
    .on('data', (chunk: string) => {
      text += chunk;
    });
  await eventually(() => assert.match(text, /id: 0\.3\.0/));
  assert.doesNotMatch(text, /^:/m);
  t.mock.timers.tick(15_000);
  await eventually(() => assert.match(text, /\n\n:\n\n$/));
  t.mock.timers.reset();
  await api.close();
});

describe('a limit to the streams of a client', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ apiKeys: ['first', 'second'], maxStreamsPerClient: 2 });
  });
  after(() => api.close());

  const open = (target: TestApi, path: string, headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    target.app.inject({ url: path, headers, remoteAddress, payloadAsStream: true });
  const as = (key: string) => ({ authorization: `Bearer ${key}` });

  test('refuses one more, of whatever kind, until one has ended; other clients have their own', async () => {
    const { id } = await api.store.insert({
      type: 'sleep',
      payload: { message: '' },
      queue: 'task_queue',
      maxAttempts: 1,
      timeoutMs: 1000,
      requestId: null,
    });
    const first = await open(api, '/events', as('first'));
    const second = await open(api, `/tasks/${id}/events`, as('first'));
    assert.deepEqual([first.statusCode, second.statusCode], [200, 200]);
    for (const path of ['/events', `/tasks/${id}/events`]) {
      const refused = await api.app.inject({ url: path, headers: as('first') });
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.json().code, 'TOO_MANY_STREAMS');
      assert.equal(refused.headers['retry-after'], '10');
    }
    assert.equal((await open(api, '/events', as('second'))).statusCode, 200);
    assert.equal(api.app.streams.size, 3);
    await api.store.cancel(id);
    api.broker.announce({ taskId: id, kind: 'settled' });
    await eventually(() => assert.equal(api.app.streams.size, 2));
    assert.equal((await open(api, '/events', as('first'))).statusCode, 200);
    assert.equal((await open(api, '/events', as('first'))).statusCode, 429);
  });

  test('counts by address, of IPv6 by network, where no key is asked for', async (t) => {
    const anonymous = await startTestApi({ maxStreamsPerClient: 1 });
    t.after(() => anonymous.close());
    const statusFor = async (address: string) => (await open(anonymous, '/events', {}, address)).statusCode;
    assert.equal(await statusFor('192.0.2.1'), 200);
    assert.equal(await statusFor('::ffff:192.0.2.1'), 429);
    assert.equal(await statusFor('192.0.2.2'), 200);
    assert.equal(await statusFor('2001:db8::1'), 200);
    assert.equal(await statusFor('2001:db8::2'), 429);
    assert.equal(await statusFor('2001:db8:0:1::1'), 200);
  });

  test('is given back by a client that leaves before its stream begins', async (t) => {
    const own = await startTestApi({ maxStreamsPerClient: 1 });
    t.after(() => own.close());
    const url = await listen(own.app, { host: '127.0.0.1', port: 0 });
    const { task } = await submit(own.app, 'x');
    const { getTogether } = own.store;
    const leaving = new AbortController();
    const left = new Promise<void>((resolve) => {
      t.mock.method(own.store, 'getTogether', async (id: string) => {
        leaving.abort();
        await eventually(async () => {
          const connections = await new Promise((count) => own.app.server.getConnections((_, open) => count(open)));
          assert.equal(connections, 0);
        }).finally(resolve);
        return getTogether(id);
      });
    });
    await assert.rejects(fetch(`${url}/tasks/${task.id}/events`, { signal: leaving.signal }));
    await left;
    t.mock.restoreAll();
    await eventually(async () => assert.equal((await open(own, '/events', {}, '127.0.0.1')).statusCode, 200));
    assert.equal(own.app.streams.size, 1);
  });
});

test('an API that closes ends its streams', async () => {
  const api = await startTestApi();
  const url = await listen(api.app, { host: '127.0.0.1', port: 0 });
  const { task } = await submit(api.app, 'x');
  const { body } = await fetch(`${url}/tasks/${task.id}/events`);
  const reader = (body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('id: 0.3.0')) text += (await reader.read()).value ?? assert.fail('ended too soon');
  const closed = api.close();
  assert.equal((await reader.read()).done, true);
  await closed;
});
