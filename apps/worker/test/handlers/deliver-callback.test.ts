import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { CALLBACK_RETRY_DELAYS_MS, deliverCallback, type PayloadOf } from '@offload/contract';
import { NonRetryableError, RetryAfterError } from '@offload/handler';
import { Destinations } from '@offload/outbound';
import { newTaskId } from '@offload/store';
import { startCallbackReceiver } from '@offload/test-services';
import { Webhook } from 'standardwebhooks';
import { deliverCallback as deliverCallbackHandler } from '../../src/handlers/deliver-callback.ts';
import { handlerContext } from '../handler-context.ts';
import { openTestStore, type TestStore } from '../test-store.ts';

const keys = [randomBytes(32), randomBytes(32)];
const { event } = deliverCallback.examples[0].payload;

describe('the delivery of a callback', () => {
  let testStore: TestStore;
  before(async () => {
    testStore = await openTestStore();
  });
  after(() => testStore.remove());

  function deliver(
    url: string,
    { taskId = newTaskId(), failures = 0, allowed = ['127.0.0.1'], signal = new AbortController().signal } = {},
  ) {
    const handler = deliverCallbackHandler({
      store: testStore.store,
      callbackKeys: keys,
      destinations: new Destinations(allowed),
    });
    const payload: PayloadOf<'deliver-callback'> = { url, event };
    return handler(handlerContext(payload, { taskId, failures, signal }));
  }

  test('posts the event, which any of the secrets verifies, under the id of its task', async (t) => {
    const { url, received } = await startCallbackReceiver(t);
    const taskId = newTaskId();
    assert.deepEqual(await deliver(url, { taskId }), { status: 204 });
    const [message] = received;
    assert.ok(message);
    assert.equal(message.headers['content-type'], 'application/json');
    assert.equal(message.headers['webhook-id'], taskId);
    for (const key of keys) {
      const webhook = new Webhook(`whsec_${key.toString('base64')}`);
      assert.deepEqual(webhook.verify(message.body, message.headers as Record<string, string>), event);
    }
  });

  test('is a success with every 2xx', async (t) => {
    const receiver = await startCallbackReceiver(t);
    for (const status of [200, 201, 202, 204, 299]) {
      receiver.answer = { status };
      assert.deepEqual(await deliver(receiver.url), { status });
    }
  });

  for (const status of [301, 307, 400, 401, 404, 409, 429, 500, 503]) {
    test(`is tried again after ${status}, at the time of the standard's schedule`, async (t) => {
      const receiver = await startCallbackReceiver(t);
      receiver.answer = { status, headers: { location: `${receiver.url}/elsewhere` } };
      for (const [failures, delayMs] of CALLBACK_RETRY_DELAYS_MS.entries()) {
        await assert.rejects(deliver(receiver.url, { failures }), (error) => {
          assert.ok(error instanceof RetryAfterError);
          assert.match(error.message, new RegExp(`^127\\.0\\.0\\.1:\\d+ answered ${status}$`));
          assert.ok(Math.abs(error.delayMs - delayMs) <= delayMs / 10 + 1, `${error.delayMs} after ${failures}`);
          return true;
        });
      }
      assert.equal(receiver.received.length, CALLBACK_RETRY_DELAYS_MS.length);
    });
  }

  test('does not put all that failed together off by the same time', async (t) => {
    const receiver = await startCallbackReceiver(t);
    receiver.answer = { status: 500 };
    const delays = await Promise.all(
      Array.from({ length: 20 }, () => deliver(receiver.url).catch(({ delayMs }: RetryAfterError) => delayMs)),
    );
    assert.ok(new Set(delays).size > 1);
  });

  test('is tried again when the receiver has asked for it, and not before its time', async (t) => {
    const receiver = await startCallbackReceiver(t);
    receiver.answer = { status: 503, headers: { 'retry-after': '17' } };
    await assert.rejects(deliver(receiver.url), { name: 'RetryAfterError', delayMs: 17_000 });
    await assert.rejects(deliver(receiver.url, { failures: 1 }), (error) => {
      return error instanceof RetryAfterError && error.delayMs >= 270_000;
    });
    receiver.answer = { status: 429, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } };
    await assert.rejects(deliver(receiver.url), (error) => {
      return error instanceof RetryAfterError && error.delayMs > 50_000 && error.delayMs <= 60_000;
    });
  });

  test('has no next attempt after 410, and no other callback goes to the URL', async (t) => {
    const receiver = await startCallbackReceiver(t);
    const gone = `${receiver.url}/gone`;
    receiver.answer = { status: 410 };
    for (let time = 1; time <= 2; time++) await assert.rejects(deliver(gone), NonRetryableError);
    assert.equal(receiver.received.length, 1);
    receiver.answer = { status: 204 };
    await assert.rejects(deliver(gone), /disabled/);
    assert.deepEqual(await deliver(`${receiver.url}/other`), { status: 204 });
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/offload/gone', '/offload/other'],
    );
  });

  test('is tried again when nobody answers', async () => {
    await assert.rejects(deliver('http://127.0.0.1:9/'), (error) => {
      return error instanceof RetryAfterError && /127\.0\.0\.1:9 did not answer: .*ECONNREFUSED/.test(error.message);
    });
  });

  test('is refused for good where it must not go, without a connection', async (t) => {
    const { url, received } = await startCallbackReceiver(t);
    for (const forbidden of [url, url.replace('127.0.0.1', 'localhost')]) {
      await assert.rejects(deliver(forbidden, { allowed: [] }), NonRetryableError);
    }
    assert.equal(received.length, 0);
  });

  test('never repeats the path and the query of the URL, which may be secret', async (t) => {
    const receiver = await startCallbackReceiver(t);
    const secret = `${receiver.url}/s3cret?token=s3cret`;
    for (const status of [500, 410, 410]) {
      receiver.answer = { status };
      await assert.rejects(deliver(secret), (error: Error) => !error.message.includes('s3cret'));
    }
    await assert.rejects(deliver(secret, { allowed: [] }), (error: Error) => !error.message.includes('s3cret'));
  });

  test('ends when its attempt does', async () => {
    const reason = new Error('the attempt ends');
    await assert.rejects(deliver('http://127.0.0.1:9/', { signal: AbortSignal.abort(reason) }), reason);
  });
});
