import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '@offload/test-services';
import { fingerprintOf, parseIdempotencyKey } from '../src/idempotency-key.ts';
import { startTestApi, submit, type TestApi } from './test-api.ts';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: { id: string; code: string; detail: string };
}

async function post(url: string, body: object | string, key?: string, apiKey?: string): Promise<Answer> {
  const answer = await fetch(`${url}/tasks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

const task = (message: string) => ({ type: 'sleep', payload: { message } });

describe('an Idempotency-Key', () => {
  let api: TestApi;
  let url: string;
  before(async () => {
    api = await startTestApi();
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => api.close());

  async function countOf(message: string): Promise<number> {
    const { items } = await api.store.list({ limit: 100 });
    const tasks = await Promise.all(items.map(({ id }) => api.store.get(id)));
    return tasks.filter((each) => isDeepStrictEqual(each?.payload, { message })).length;
  }

  async function waiting(): Promise<number> {
    return (await api.broker.queueFigures(1000)).messagesReady;
  }

  test('in fifty posts at once makes one task and one message, and fifty equal answers', async () => {
    const sentBefore = await waiting();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(url, task('fifty'), '"fifty"')));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(new Set(answers.map(({ headers }) => headers.get('location'))).size, 1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    assert.equal(replayed.length, 49);
    assert.equal(await countOf('fifty'), 1);
    await eventually(async () => assert.equal(await waiting(), sentBefore + 1));
  });

  test('gets the first answer again, whatever has become of the task', async () => {
    const first = await post(url, task('first'), '"first"');
    assert.equal(first.headers.get('idempotent-replayed'), null);
    await api.app.inject({ method: 'POST', url: `/tasks/${first.body.id}/cancel` });
    const again = await post(url, task('first'), '"first"');
    assert.equal(again.status, 202);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.headers.get('location'), first.headers.get('location'));
    assert.equal(again.headers.get('retry-after'), first.headers.get('retry-after'));
  });

  test('knows a body that says the same in another order', async () => {
    const first = await post(url, '{"type":"sleep","payload":{"message":"x"},"timeoutMs":1000}', '"order"');
    const again = await post(
      url,
      '{ "timeoutMs": 1e3, "payload": {"message":"\\u0078"},\n"type": "sleep" }',
      '"order"',
    );
    assert.equal(again.text, first.text);
  });

  test('with another body is refused, told for how long, and nothing is stored', async () => {
    await post(url, task('one'), '"reused"');
    const { status, body } = await post(url, task('two'), '"reused"');
    assert.equal(status, 422);
    assert.equal(body.code, 'IDEMPOTENCY_KEY_REUSED');
    assert.match(body.detail, /within the last 24 hours/);
    assert.equal(await countOf('two'), 0);
  });

  test('is not used up by a request that is refused', async () => {
    assert.equal((await post(url, { type: 'sleep', payload: {} }, '"mended"')).status, 422);
    assert.equal((await post(url, task('mended'), '"mended"')).headers.get('idempotent-replayed'), null);
  });

  test('gets the first answer also when the times of the task have passed', async () => {
    const soon = { ...task('soon'), expiresAt: new Date(Date.now() + 1500).toISOString() };
    const first = await post(url, soon, '"soon"');
    assert.equal(first.status, 202);
    await eventually(async () => assert.equal((await post(url, soon)).status, 400));
    assert.equal((await post(url, soon, '"soon"')).text, first.text);
    assert.equal((await post(url, soon, '"never used"')).status, 400);
    assert.equal((await post(url, { ...soon, timeoutMs: 1 }, '"soon"')).body.code, 'IDEMPOTENCY_KEY_REUSED');
  });

  for (const key of [
    '',
    'order-17',
    '""',
    '17',
    '?1',
    ':aGk=:',
    '"a',
    '"a" "b"',
    '"a", "b"',
    '"ü"',
    `"${'k'.repeat(256)}"`,
  ]) {
    test(`that is ${key.slice(0, 20) || 'empty'} is refused, and nothing is stored`, async () => {
      // As bytes: a client may send what is no ASCII.
      const { status, body } = await post(url, task(`key ${key}`), Buffer.from(key).toString('latin1'));
      assert.equal(status, 400);
      assert.equal(body.code, 'INVALID_IDEMPOTENCY_KEY');
      assert.equal(await countOf(`key ${key}`), 0);
    });
  }

  test('without a broker still makes one task', async () => {
    const away = await startTestApi();
    await away.broker.close();
    const request = {
      method: 'POST' as const,
      url: '/tasks',
      headers: { 'idempotency-key': '"away"' },
      payload: task('away'),
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => away.app.inject(request)));
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    const { items } = await away.store.list({ limit: 10 });
    assert.deepEqual(
      items.map(({ state }) => state),
      ['scheduled'],
    );
    await away.close();
  });
});

test('each API key has idempotency keys of its own', async () => {
  const api = await startTestApi({ apiKeys: ['first-key', 'second-key'] });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const ids = [];
  for (const apiKey of ['first-key', 'second-key', 'first-key', 'second-key']) {
    ids.push((await post(url, task('mine'), '"mine"', apiKey)).body.id);
  }
  assert.equal(new Set(ids).size, 2);
  assert.deepEqual(ids.slice(0, 2), ids.slice(2));
  await api.close();
});

test('an idempotency key gets the first answer also while the queue is full', async () => {
  const api = await startTestApi({ maxQueued: 1 });
  const request = {
    method: 'POST' as const,
    url: '/tasks',
    headers: { 'idempotency-key': '"first"' },
    payload: task('first'),
  };
  const first = await api.app.inject(request);
  await eventually(async () => assert.equal((await submit(api.app, 'fills it')).statusCode, 503));
  const again = await api.app.inject(request);
  assert.equal(again.statusCode, 202);
  assert.equal(again.body, first.body);
  const other = await api.app.inject({ ...request, headers: { 'idempotency-key': '"other"' } });
  assert.equal(other.json().code, 'QUEUE_FULL');
  await api.close();
});

test('an idempotency key survives a restart of everything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'offload-restart-'));
  const request = {
    method: 'POST' as const,
    url: '/tasks',
    headers: { 'idempotency-key': '"kept"' },
    payload: task('kept'),
  };
  const answers = [];
  for (let run = 0; run < 2; run++) {
    const api = await startTestApi({ folder });
    answers.push(await api.app.inject(request));
    await api.close();
  }
  assert.equal(answers[1]?.body, answers[0]?.body);
  assert.equal(answers[1]?.headers['idempotent-replayed'], 'true');
  await rm(folder, { recursive: true });
});

test('Swagger UI shows the header, and fills in no key', async () => {
  const api = await startTestApi();
  const { parameters } = (await api.app.inject('/openapi.json')).json().paths['/tasks'].post;
  const [{ name, in: place, example, schema }] = parameters;
  assert.deepEqual(
    { name, place, example, schema },
    {
      name: 'Idempotency-Key',
      place: 'header',
      example: undefined,
      schema: { type: 'string' },
    },
  );
  await api.close();
});

test('an idempotency key is what its structured-field string says', () => {
  assert.equal(parseIdempotencyKey('"a \\"b\\" \\\\ c"'), 'a "b" \\ c');
  assert.equal(parseIdempotencyKey('  "a";version=1 '), 'a');
  assert.equal(parseIdempotencyKey(`"${'k'.repeat(255)}"`).length, 255);
});

test('a fingerprint differs where a body does', () => {
  const bodies = [null, {}, [], { a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }, { a: { b: 1 } }, { a: { c: 1 } }];
  assert.equal(new Set(bodies.map(fingerprintOf)).size, bodies.length);
  assert.equal(fingerprintOf({ a: { b: 1, c: 2 }, d: 3 }), fingerprintOf({ d: 3, a: { c: 2, b: 1 } }));
});
