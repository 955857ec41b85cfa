import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { httpRequest as httpRequestType, MAX_ANSWER_BYTES, type PayloadOf, TaskCatalogue } from '@offload/contract';
import { NonRetryableError, RetryAfterError } from '@offload/handler';
import { Destinations } from '@offload/outbound';
import { Webhook } from 'standardwebhooks';
import { httpRequest } from '../../src/handlers/http-request.ts';
import { handlerContext } from '../handler-context.ts';

const TASK_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const key = randomBytes(32);
const catalogue = new TaskCatalogue([httpRequestType]);

type Payload = PayloadOf<'http.request'>;

/** A service on loopback that answers as it is told, and remembers what it was sent. */
async function service(t: TestContext, answer: (response: ServerResponse) => void = (response) => response.end()) {
  const received: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ request, body: await text(request) });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/work?token=s3cret`, host: `127.0.0.1:${port}`, received };
}

function call(payload: Payload, { keys = [key], allowed = ['127.0.0.1'], signal = new AbortController().signal } = {}) {
  assert.deepEqual(catalogue.payloadIssues('http.request', payload), []);
  const handler = httpRequest({ requestKeys: keys, destinations: new Destinations(allowed) });
  return handler(handlerContext(payload, { taskId: TASK_ID, signal }));
}

async function answered(t: TestContext, type: string | undefined, body: string | Buffer) {
  const { url } = await service(t, (response) => {
    if (type !== undefined) response.setHeader('content-type', type);
    response.end(body);
  });
  const result = await call({ url });
  assert.deepEqual(catalogue.resultIssues('http.request', result), []);
  return result;
}

describe('a request', () => {
  test('is sent as it is told, signed under the id of its task', async (t) => {
    const { url, received } = await service(t);
    const body = { photo: 4711, name: 'Ä' };
    await call({ url, method: 'PUT', headers: { 'X-Order': '42', 'User-Agent': 'shop' }, body });
    const [{ request, body: sent }] = received as [(typeof received)[0]];
    assert.deepEqual([request.method, request.url], ['PUT', '/work?token=s3cret']);
    assert.deepEqual([request.headers['x-order'], request.headers['user-agent']], ['42', 'shop']);
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers['webhook-id'], TASK_ID);
    const webhook = new Webhook(`whsec_${key.toString('base64')}`);
    assert.deepEqual(webhook.verify(sent, request.headers as Record<string, string>), body);
  });

  test('is a POST without a body, and unsigned where there is no secret, unless it is told otherwise', async (t) => {
    const { url, received } = await service(t);
    await call({ url }, { keys: [] });
    const [{ request, body }] = received as [(typeof received)[0]];
    assert.deepEqual([request.method, body], ['POST', '']);
    assert.deepEqual([request.headers['content-type'], request.headers['webhook-signature']], [undefined, undefined]);
  });

  test('has no headers of the connection or of the signature but our own', async (t) => {
    const { url, received } = await service(t);
    for (const name of [
      'Host',
      'Content-Length',
      'Transfer-Encoding',
      'Connection',
      'webhook-id',
      'Proxy-Authorization',
    ]) {
      await assert.rejects(call({ url, headers: { [name]: 'x' } }), NonRetryableError, name);
    }
    assert.equal(received.length, 0);
  });

  test('that no header can be is no payload', () => {
    for (const headers of [{ 'a b': 'x' }, { a: 'x\r\nb: y' }, { '': 'x' }, { a: '\u0000' }]) {
      const issues = catalogue.payloadIssues('http.request', { url: 'https://service.example/', headers });
      assert.notDeepEqual(issues, [], JSON.stringify(headers));
    }
  });
});

describe('an answer', () => {
  test('of JSON is its value', async (t) => {
    const type = 'application/problem+json; charset=utf-8';
    const result = await answered(t, type, '{"a":[1,null]}');
    assert.deepEqual(result, { status: 200, contentType: type, body: { a: [1, null] }, isBodyCut: false });
  });

  test('of anything else is its text', async (t) => {
    for (const [type, body] of [
      ['text/plain', '{"a":1}'],
      [undefined, ''],
      ['application/json', '{"a":'],
    ] as const) {
      const result = await answered(t, type, body);
      assert.deepEqual(result, { status: 200, contentType: type ?? null, body, isBodyCut: false });
    }
  });

  test('is kept up to its limit, and cut beyond', async (t) => {
    const whole = await answered(t, 'text/plain', 'x'.repeat(MAX_ANSWER_BYTES));
    assert.equal(whole.isBodyCut, false);
    const cut = await answered(t, 'application/json', `"${'x'.repeat(MAX_ANSWER_BYTES)}"`);
    assert.deepEqual([cut.isBodyCut, cut.body], [true, `"${'x'.repeat(MAX_ANSWER_BYTES - 1)}`]);
  });

  test('is a success with the statuses that are expected, and with no other', async (t) => {
    const { url } = await service(t, (response) => response.writeHead(404).end());
    assert.equal((await call({ url, expect: [200, 404] })).status, 404);
    await assert.rejects(call({ url, expect: [200] }), NonRetryableError);
    const ok = await service(t);
    await assert.rejects(call({ url: ok.url, expect: [404] }), NonRetryableError);
  });

  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    test(`of ${status} is worth another attempt, at the time that it names`, async (t) => {
      const { url, host } = await service(t, (response) => response.writeHead(status, { 'retry-after': '7' }).end());
      await assert.rejects(call({ url }), (error) => {
        assert.ok(error instanceof RetryAfterError);
        assert.deepEqual([error.message, error.delayMs], [`${host} answered ${status}`, 7000]);
        return true;
      });
      const silentOne = await service(t, (response) => response.writeHead(status).end());
      await assert.rejects(call({ url: silentOne.url }), (error) => {
        return !(error instanceof NonRetryableError || error instanceof RetryAfterError);
      });
    });
  }

  for (const status of [301, 304, 400, 401, 403, 404, 409, 410, 422]) {
    test(`of ${status} is final, and leads nowhere`, async (t) => {
      const { url, received } = await service(t, (response) => {
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      await assert.rejects(call({ url }), NonRetryableError);
      assert.equal(received.length, 1);
    });
  }
});

test('nobody’s answer is worth another attempt, and is told without the path', async () => {
  await assert.rejects(call({ url: 'http://127.0.0.1:9/s3cret' }), (error: Error) => {
    return (
      !(error instanceof NonRetryableError) &&
      /^127\.0\.0\.1:9 did not answer: /.test(error.message) &&
      !/s3cret/.test(error.message)
    );
  });
});

test('a request that must not be made is refused for good, without a connection', async (t) => {
  const { url, received } = await service(t);
  await assert.rejects(call({ url }, { allowed: [] }), NonRetryableError);
  await assert.rejects(call({ url: 'http://169.254.169.254/latest/meta-data' }), NonRetryableError);
  assert.equal(received.length, 0);
});

test('a request ends with its attempt', async (t) => {
  const { url } = await service(t, () => undefined);
  const stopping = new AbortController();
  const calling = call({ url }, { signal: stopping.signal });
  stopping.abort(new Error('the attempt ends'));
  await assert.rejects(calling, { message: 'the attempt ends' });
});
