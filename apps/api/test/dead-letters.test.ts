import assert from 'node:assert/strict';
import { after, afterEach, before, describe, mock, test } from 'node:test';
import { BrokerError, type Message } from '@offload/broker';
import { deadLetter, encodeTask, sleep } from '@offload/contract';
import { newTaskId, StoreUnavailableError } from '@offload/store';
import { startTestApi, submit, type TestApi } from './test-api.ts';

const HOUR_MS = 3_600_000;

function text(body: string | Buffer, properties: Message['properties'] = {}): Message {
  return { properties, body: Buffer.from(body as string) };
}

describe('dead letters', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  afterEach(async () => {
    mock.restoreAll();
    await api.broker.deadLetters.redrive(1000, 1000, async () => true);
    await api.store.redriveFailed({ limit: 1000, isDryRun: false });
    const { items } = await api.store.list({ limit: 100 });
    for (const { id } of items) await api.store.cancel(id);
  });

  /** The broker does not answer. */
  function cutOff(): void {
    for (const question of ['count', 'peek', 'redrive'] as const) {
      mock.method(api.broker.deadLetters, question, () => Promise.reject(new BrokerError('away')));
    }
  }

  async function fail(message: string, code = 'HANDLER_ERROR'): Promise<string> {
    const { task } = await submit(api.app, message);
    const claim = await api.store.claim({ taskId: task.id, worker: 'w', redelivered: false });
    const error = { code, message: 'it failed', retryable: true };
    const attempt = claim.kind === 'claimed' ? claim.attempt : 0;
    await api.store.settle({ taskId: task.id, attempt, outcome: { kind: 'failed', error } });
    return task.id;
  }

  async function bury(message: Message, reason = 'nobody knows'): Promise<void> {
    await api.broker.publisher.publish('deadQueue', deadLetter(message, reason), 1000);
  }

  async function list(query = '') {
    const answer = await api.app.inject(`/dead-letters${query}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }

  async function redrive(payload: object) {
    const answer = await api.app.inject({ method: 'POST', url: '/dead-letters/redrive', payload });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function stateOf(id: string): Promise<string> {
    return (await api.app.inject(`/tasks/${id}`)).json().state;
  }

  async function tasksIn(state: string): Promise<{ id: string; runAt: string | null; type: string }[]> {
    return (await api.app.inject(`/tasks?state=${state}`)).json().items;
  }

  test('without any the lists are empty', async () => {
    assert.deepEqual(await list(), { tasks: { items: [], nextCursor: null }, messages: { count: 0, items: [] } });
  });

  test('failed tasks are listed in pages, newest first, and no others', async () => {
    await submit(api.app, 'fine');
    const ids = [await fail('1'), await fail('2'), await fail('3')].reverse();
    const first = await api.app.inject('/dead-letters?limit=2');
    const { items, nextCursor } = first.json().tasks;
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      ids.slice(0, 2),
    );
    assert.equal('payload' in items[0], false);
    assert.equal(first.headers.link, `</dead-letters?limit=2&cursor=${nextCursor}>; rel="next"`);
    const second = await list(`?limit=2&cursor=${nextCursor}`);
    assert.equal(second.tasks.items[0].id, ids[2]);
    assert.equal(second.tasks.nextCursor, null);
  });

  test('messages are listed with what they say and why they are there, and stay', async () => {
    await bury(text('{"a":', { type: 'resize', contentType: 'application/json', appId: 'shop', messageId: '17' }));
    await bury(text(Buffer.from([0xff, 0xfe])), 'body is not UTF-8 text');
    await bury(text('x'.repeat(20_000), { headers: { 'x-first-death-reason': 'delivery_limit' } }));
    const { messages } = await list('?limit=3');
    assert.deepEqual(messages, (await list('?limit=3')).messages);
    assert.equal(messages.count, 3);
    assert.deepEqual(messages.items[0], {
      messageId: '17',
      type: 'resize',
      reason: 'nobody knows',
      body: '{"a":',
      contentType: 'application/json',
      appId: 'shop',
    });
    assert.equal(messages.items[1].body, '\ufffd\ufffd');
    assert.equal(messages.items[1].messageId, null);
    assert.equal(messages.items[2].body.length, 10_000);
    const { messages: fewer } = await list('?limit=1');
    assert.deepEqual([fewer.count, fewer.items.length], [3, 1]);
  });

  test('without the broker the failed tasks are listed all the same', async () => {
    const id = await fail('1');
    cutOff();
    const { tasks, messages } = await list();
    assert.equal(tasks.items[0].id, id);
    assert.equal(messages, null);
  });

  test('failed tasks that match are due again; the others are not', async () => {
    const [a, b, c] = [await fail('a'), await fail('b', 'TASK_TIMEOUT'), await fail('c')];
    const counted = await redrive({ source: 'tasks', filter: { errorCode: 'HANDLER_ERROR' }, dryRun: true });
    assert.deepEqual(counted.body, { matched: 2, redriven: 0, dryRun: true });
    assert.deepEqual((await tasksIn('failed')).length, 3);

    const redriven = await redrive({ source: 'tasks', filter: { errorCode: 'HANDLER_ERROR', type: 'sleep' } });
    assert.equal(redriven.status, 200);
    assert.deepEqual(redriven.body, { matched: 2, redriven: 2, dryRun: false });
    assert.deepEqual([await stateOf(a), await stateOf(b), await stateOf(c)], ['scheduled', 'failed', 'scheduled']);

    const past = { finishedBefore: new Date(Date.now() - HOUR_MS).toISOString() };
    assert.equal((await redrive({ source: 'tasks', filter: past })).body.redriven, 0);
    const byId = { ids: [b], finishedFrom: '2020-01-01T00:00:00+01:00', finishedBefore: '9999-12-31T23:59:59-12:00' };
    assert.equal((await redrive({ source: 'tasks', filter: byId })).body.redriven, 1);
    assert.equal(await stateOf(b), 'scheduled');
  });

  test('they become due at the rate that is asked for, no more than the limit', async () => {
    for (const message of ['1', '2', '3']) await fail(message);
    assert.deepEqual((await redrive({ source: 'tasks', limit: 2, ratePerSecond: 0.1 })).body, {
      matched: 2,
      redriven: 2,
      dryRun: false,
    });
    const [later, sooner] = await tasksIn('scheduled');
    assert.equal(Date.parse(String(later?.runAt)) - Date.parse(String(sooner?.runAt)), 10_000);
    assert.equal((await tasksIn('failed')).length, 1);
  });

  test('messages that are understood by now become tasks; the others stay', async () => {
    await bury(text('Hello...'));
    await bury(text('{"unknown":true}'));
    await bury(text('{"message":"Hi"}', { type: 'sleep', correlationId: 'order-17' }));
    const counted = await redrive({ source: 'messages', dryRun: true });
    assert.deepEqual(counted.body, { matched: 2, redriven: 0, dryRun: true });
    assert.equal((await list()).messages.count, 3);

    const { status, body } = await redrive({ source: 'messages' });
    assert.equal(status, 200);
    assert.deepEqual(body, { matched: 2, redriven: 2, dryRun: false });
    const { messages } = await list();
    assert.equal(messages.count, 1);
    assert.equal(messages.items[0].body, '{"unknown":true}');
    // Due now, and sent by the dispatcher.
    assert.equal((await tasksIn('scheduled')).length, 2);
    const payloads: unknown[] = [];
    await api.store.dispatchDue(10, async (due) => {
      payloads.push(...due.map(({ payload, requestId }) => ({ payload, requestId })));
      return due.map(({ id }) => id);
    });
    assert.deepEqual(payloads, [
      { payload: { message: 'Hello...' }, requestId: null },
      { payload: { message: 'Hi' }, requestId: 'order-17' },
    ]);
  });

  test('a message of ours makes its own task due again, or anew where its row is lost', async () => {
    const { task: stored } = await submit(api.app, 'stored');
    const lost = { ...stored, id: newTaskId(), payload: { message: 'lost' } };
    for (const task of [stored, lost]) await bury(encodeTask(task, { timeoutMs: 1234, requestId: null }));
    assert.equal((await redrive({ source: 'messages' })).body.redriven, 2);
    assert.equal(await stateOf(stored.id), 'scheduled');
    assert.equal(await stateOf(lost.id), 'scheduled');
    await api.store.dispatchDue(10, async (due) => {
      assert.deepEqual(due.map(({ id, timeoutMs }) => [id, timeoutMs]).sort(), [
        [stored.id, sleep.timeoutMs],
        [lost.id, 1234],
      ]);
      return [];
    });
    assert.equal((await list()).messages.count, 0);
  });

  test('their tasks become due at the rate that is asked for', async () => {
    for (const body of ['1', '2', '3']) await bury(text(body));
    assert.equal((await redrive({ source: 'messages', limit: 2, ratePerSecond: 0.1 })).body.redriven, 2);
    const [later, sooner] = await tasksIn('scheduled');
    assert.ok(Date.parse(String(later?.runAt)) - Date.parse(String(sooner?.runAt)) > 5000);
    assert.equal((await list()).messages.count, 1);
  });

  test('a message leaves the dead queue only once its task is stored', async () => {
    await bury(text('Hello...'));
    mock.method(api.store, 'insert', () => Promise.reject(new StoreUnavailableError('away')));
    const { status, body } = await redrive({ source: 'messages' });
    assert.equal(status, 503);
    assert.equal(body.code, 'STORE_UNAVAILABLE');
    assert.equal(await api.broker.deadLetters.count(1000), 1);
  });

  test('messages cannot be redriven without the broker', async () => {
    cutOff();
    for (const dryRun of [true, false]) {
      const { status, body } = await redrive({ source: 'messages', dryRun });
      assert.equal(status, 503);
      assert.equal(body.code, 'BROKER_UNAVAILABLE');
    }
  });

  const refused: [payload: object, pointer: string][] = [
    [{}, '/source'],
    [{ source: 'all' }, '/source'],
    [{ source: 'tasks', limit: 0 }, '/limit'],
    [{ source: 'tasks', limit: 10_001 }, '/limit'],
    [{ source: 'tasks', ratePerSecond: 0 }, '/ratePerSecond'],
    [{ source: 'tasks', dryRun: 'yes' }, '/dryRun'],
    [{ source: 'tasks', filter: { ids: ['x'] } }, '/filter/ids/0'],
    [{ source: 'tasks', filter: { state: 'queued' } }, '/filter/state'],
    [{ source: 'tasks', filter: { type: 'a\0b' } }, '/filter/type'],
    [{ source: 'tasks', filter: { finishedFrom: 'yesterday' } }, '/filter/finishedFrom'],
    [{ source: 'tasks', filter: { finishedBefore: '2016-12-31T23:59:60Z' } }, '/filter/finishedBefore'],
    [{ source: 'messages', filter: {} }, '/filter'],
  ];
  for (const [payload, pointer] of refused) {
    test(`refused: a redrive of ${JSON.stringify(payload)}`, async () => {
      const { status, body } = await redrive(payload);
      assert.equal(status, 400);
      assert.ok(
        body.errors.some((error: { pointer: string }) => error.pointer === pointer),
        JSON.stringify(body),
      );
    });
  }
});
