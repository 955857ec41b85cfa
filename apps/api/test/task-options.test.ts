import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LONGEST_TIMEOUT_MS, MAX_ATTEMPTS_LIMIT } from '@offload/contract';
import { eventually } from '@offload/test-services';
import { startTestApi, type TestApi } from './test-api.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

describe('options of a new task', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  async function post(options: object) {
    const payload = { type: 'sleep', payload: { message: 'Hello...' }, ...options };
    const answer = await api.app.inject({ method: 'POST', url: '/tasks', payload });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function waiting(): Promise<number> {
    return (await api.broker.queueFigures(1000)).messagesReady;
  }

  test('a task for later is stored and answered, and no message is sent before its time', async () => {
    const runAt = inMs(HOUR_MS);
    const sentBefore = await waiting();
    const { status, body } = await post({ runAt });
    assert.equal(status, 202);
    assert.equal(body.state, 'scheduled');
    assert.equal(body.runAt, runAt);
    assert.equal(body.queuedAt, null);
    assert.deepEqual((await api.app.inject(`/tasks/${body.id}`)).json(), body);
    assert.equal(await waiting(), sentBefore);
  });

  test('a task goes to the queue that it names, and without a name to the main one', async () => {
    const messagesIn = async (queue: string) => (await api.broker.queueFigures(1000, queue)).messagesReady;
    const { status, body } = await post({ queue: 'reports' });
    assert.deepEqual([status, body.queue, await messagesIn('task_queue.reports')], [202, 'task_queue.reports', 1]);
    const sentBefore = await waiting();
    for (const options of [{}, { queue: 'default' }]) assert.equal((await post(options)).body.queue, 'task_queue');
    assert.equal(await waiting(), sentBefore + 2);
  });

  test('a queue that the server does not have is refused, with those it has', async () => {
    for (const queue of ['video', '', 'task_queue.reports', 'dead', 'constructor']) {
      const { status, body } = await post({ queue });
      assert.deepEqual([status, body.code], [422, 'UNKNOWN_QUEUE']);
      assert.deepEqual(body.errors, [{ pointer: '/queue', message: 'must be one of: default, reports, mail' }]);
    }
  });

  for (const runAt of ['2020-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '1969-12-31T23:59:59.999+14:00']) {
    test(`a task for ${runAt} is for now`, async () => {
      const { status, body } = await post({ runAt });
      assert.equal(status, 202);
      assert.equal(body.state, 'queued');
      assert.equal(body.runAt, null);
    });
  }

  test('times may be written in any zone, and are answered in UTC with milliseconds', async () => {
    const moment = Date.now() + HOUR_MS;
    const inIndia = new Date(moment + 5.5 * HOUR_MS).toISOString().replace('Z', '456+05:30');
    const { body } = await post({ runAt: inIndia, expiresAt: inMs(DAY_MS) });
    assert.equal(body.runAt, new Date(moment).toISOString());
  });

  test('a task keeps when it expires', async () => {
    const expiresAt = inMs(DAY_MS);
    const { status, body } = await post({ expiresAt });
    assert.equal(status, 202);
    assert.equal(body.expiresAt, expiresAt);
    assert.equal(body.state, 'queued');
  });

  test('time limit and retries are those of the task, where it has any', async () => {
    const { body } = await post({
      timeoutMs: LONGEST_TIMEOUT_MS,
      retry: { maxAttempts: 7, backoff: { initialMs: 10, factor: 1.5, maxMs: 20 } },
    });
    assert.equal(body.maxAttempts, 7);
    const claim = await api.store.claim({ taskId: body.id, worker: 'w', redelivered: false });
    assert.equal(claim.kind, 'claimed');
    assert.deepEqual(claim.kind === 'claimed' && claim.backoff, { initialMs: 10, factor: 1.5, maxMs: 20 });
    assert.equal(claim.kind === 'claimed' && claim.maxAttempts, 7);
  });

  test('its message carries the time limit', async () => {
    const { body } = await post({ timeoutMs: 1234 });
    const limits = new Map<string | undefined, unknown>();
    const consumer = api.broker.consume({
      prefetch: 100,
      onDelivery: ({ message: { properties } }) =>
        limits.set(properties.messageId, [properties.headers?.['timeout-ms'], properties.headers?.['max-attempts']]),
    });
    await consumer.live(AbortSignal.timeout(1000));
    await new Promise((resolve) => setImmediate(resolve));
    await consumer.close();
    assert.deepEqual(limits.get(body.id), [1234, 3]);
  });

  test('what a backoff leaves out is as usual', async () => {
    const { body } = await post({ retry: { backoff: { initialMs: 5 } } });
    const claim = await api.store.claim({ taskId: body.id, worker: 'w', redelivered: false });
    assert.deepEqual(claim.kind === 'claimed' && claim.backoff, { initialMs: 5, factor: 2, maxMs: 300_000 });
    assert.equal(body.maxAttempts, 3);
  });

  test('a delay is a time that the server counts', async () => {
    const { status, body } = await post({ delayMs: HOUR_MS });
    assert.equal(status, 202);
    assert.equal(body.state, 'scheduled');
    assert.equal(Date.parse(body.runAt) - Date.parse(body.createdAt), HOUR_MS);
    assert.equal((await post({ delayMs: 0 })).body.state, 'queued');
  });

  test('a time to live counts from when the task may start', async () => {
    const { body } = await post({ delayMs: HOUR_MS, ttlMs: DAY_MS });
    assert.equal(Date.parse(body.expiresAt) - Date.parse(body.createdAt), HOUR_MS + DAY_MS);
    const atOnce = await post({ ttlMs: DAY_MS });
    assert.equal(Date.parse(atOnce.body.expiresAt) - Date.parse(atOnce.body.createdAt), DAY_MS);
  });

  test('a task keeps its tags and metadata, and its message has its priority', async () => {
    const labels = { priority: 7, tags: ['customer:42', 'a/b=c@d+e'], metadata: { order: 4711, path: 'C:\\u0000' } };
    const { status, body } = await post(labels);
    assert.equal(status, 202);
    const { priority, tags, metadata } = (await api.app.inject(`/tasks/${body.id}`)).json();
    assert.deepEqual({ priority, tags, metadata }, labels);
    const sent: (number | undefined)[] = [];
    const consumer = api.broker.consume({
      prefetch: 100,
      onDelivery: ({ message: { properties } }) => {
        if (properties.messageId === body.id) sent.push(properties.priority);
      },
    });
    await consumer.live(AbortSignal.timeout(1000));
    await new Promise((resolve) => setImmediate(resolve));
    await consumer.close();
    assert.deepEqual(sent, [7]);
  });

  test('a task may be kept for a shorter time than others', async () => {
    const { status, body } = await post({ resultTtlMs: 1000 });
    assert.equal(status, 202);
    await api.store.cancel(body.id);
    await eventually(async () => assert.equal(await api.store.deleteOutlived(10), 1));
    assert.equal((await api.app.inject(`/tasks/${body.id}`)).statusCode, 404);
  });

  const refused: [name: string, options: object, pointer: string][] = [
    ['a runAt that is no time', { runAt: 'tomorrow' }, '/runAt'],
    ['a runAt without a zone', { runAt: '2026-12-24T18:30:00' }, '/runAt'],
    ['a runAt that is a day', { runAt: '2026-12-24' }, '/runAt'],
    ['a runAt that is a number', { runAt: 1766601000 }, '/runAt'],
    ['a runAt on a leap second', { runAt: '2016-12-31T23:59:60Z' }, '/runAt'],
    ['a runAt of null', { runAt: null }, '/runAt'],
    ['a runAt that is more than a year ahead', { runAt: inMs(367 * DAY_MS) }, '/runAt'],
    ['an expiresAt that has passed', { expiresAt: inMs(-1000) }, '/expiresAt'],
    ['an expiresAt before runAt', { runAt: inMs(2 * HOUR_MS), expiresAt: inMs(HOUR_MS) }, '/expiresAt'],
    ['an expiresAt that no database can tell', { expiresAt: '9999-12-31T23:59:59-12:00' }, '/expiresAt'],
    ['an expiresAt on a leap second', { expiresAt: '2026-12-31T23:59:60Z' }, '/expiresAt'],
    ['a delay beside a runAt', { runAt: inMs(HOUR_MS), delayMs: 1 }, '/delayMs'],
    ['a delay into the past', { delayMs: -1 }, '/delayMs'],
    ['a delay of more than a year', { delayMs: 367 * DAY_MS }, '/delayMs'],
    ['an expiresAt before the delay is over', { delayMs: 2 * HOUR_MS, expiresAt: inMs(HOUR_MS) }, '/expiresAt'],
    ['a time to live beside an expiresAt', { expiresAt: inMs(HOUR_MS), ttlMs: 1 }, '/ttlMs'],
    ['no time to live', { ttlMs: 0 }, '/ttlMs'],
    ['a priority above 9', { priority: 10 }, '/priority'],
    ['a priority below 0', { priority: -1 }, '/priority'],
    ['half a priority', { priority: 0.5 }, '/priority'],
    ['tags that are no list', { tags: 'customer:42' }, '/tags'],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, n) => `tag-${n}`) }, '/tags'],
    ['a tag twice', { tags: ['a', 'a'] }, '/tags'],
    ['a tag of 65 characters', { tags: ['t'.repeat(65)] }, '/tags/0'],
    ['a tag with a comma', { tags: ['a', 'b,c'] }, '/tags/1'],
    ['an empty tag', { tags: [''] }, '/tags/0'],
    ['metadata that is a list', { metadata: ['a'] }, '/metadata'],
    ['more than 4 KiB of metadata', { metadata: { text: 'ä'.repeat(2048) } }, '/metadata'],
    ['metadata with U+0000', { metadata: { 'a\0': 1 } }, '/metadata'],
    ['metadata with half a surrogate pair', { metadata: { list: ['\ud83d'] } }, '/metadata'],
    ['a result that is kept for less than a second', { resultTtlMs: 999 }, '/resultTtlMs'],
    ['no time at all', { timeoutMs: 0 }, '/timeoutMs'],
    ['half a millisecond', { timeoutMs: 0.5 }, '/timeoutMs'],
    ['longer than a worker keeps its message', { timeoutMs: LONGEST_TIMEOUT_MS + 1 }, '/timeoutMs'],
    ['a time limit in words', { timeoutMs: '60000' }, '/timeoutMs'],
    ['no attempt', { retry: { maxAttempts: 0 } }, '/retry/maxAttempts'],
    ['too many attempts', { retry: { maxAttempts: MAX_ATTEMPTS_LIMIT + 1 } }, '/retry/maxAttempts'],
    ['an unknown field of retry', { retry: { attempts: 3 } }, '/retry/attempts'],
    ['a retry that is a number', { retry: 3 }, '/retry'],
    ['an unknown field of backoff', { retry: { backoff: { delayMs: 3 } } }, '/retry/backoff/delayMs'],
    ['a backoff that shrinks', { retry: { backoff: { factor: 0.5 } } }, '/retry/backoff/factor'],
    ['a negative delay', { retry: { backoff: { initialMs: -1 } } }, '/retry/backoff/initialMs'],
    ['a delay of more than a day', { retry: { backoff: { maxMs: DAY_MS + 1 } } }, '/retry/backoff/maxMs'],
    [
      'a first delay above the longest',
      { retry: { backoff: { initialMs: 9000, maxMs: 8000 } } },
      '/retry/backoff/initialMs',
    ],
    ['a longest delay below the usual first one', { retry: { backoff: { maxMs: 500 } } }, '/retry/backoff/maxMs'],
  ];

  for (const [name, options, pointer] of refused) {
    test(`refused: ${name}`, async () => {
      const { status, body } = await post(options);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(body.code, 'INVALID_REQUEST');
      assert.ok(
        body.errors.some((error: { pointer: string }) => error.pointer === pointer),
        JSON.stringify(body.errors),
      );
    });
  }

  test('an expiry that comes too early is told what it is too early for, as the client has said it', async () => {
    const expiresAt = inMs(HOUR_MS);
    for (const [start, message] of [
      [{ runAt: inMs(2 * HOUR_MS) }, 'must be after runAt'],
      [{ delayMs: 2 * HOUR_MS }, 'must be after delayMs has passed'],
    ] as const) {
      const { body } = await post({ ...start, expiresAt });
      assert.deepEqual(body.errors, [{ pointer: '/expiresAt', message }]);
    }
  });

  test('Swagger UI shows them', async () => {
    const { paths } = (await api.app.inject('/openapi.json')).json();
    const [sleep] = paths['/tasks'].post.requestBody.content['application/json'].schema.oneOf;
    assert.deepEqual(Object.keys(sleep.properties), [
      'type',
      'payload',
      'runAt',
      'expiresAt',
      'delayMs',
      'ttlMs',
      'queue',
      'priority',
      'tags',
      'metadata',
      'resultTtlMs',
      'timeoutMs',
      'retry',
      'callback',
    ]);
  });
});
