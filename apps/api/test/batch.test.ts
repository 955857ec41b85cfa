import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { valuesIn } from '../src/plugins/ndjson-bodies.ts';
import { startTestApi, type TestApi } from './test-api.ts';

interface Item {
  status: number;
  task: { id: string; state: string; tags: string[] } | null;
  problem: { code: string; instance: string; detail: string; errors?: { pointer: string }[] } | null;
  isReplayed: boolean;
}

interface Sent {
  type: string;
  payload: { message: string };
  tags?: string[];
}

const sleep = (message: string, more: object = {}): Sent => ({ type: 'sleep', payload: { message }, ...more });

describe('POST /tasks/batch', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ maxQueued: 3000 });
  });
  after(() => api.close());

  async function post(payload: object | string, contentType = 'application/json', target = api) {
    const headers = { 'content-type': contentType };
    const answer = await target.app.inject({ method: 'POST', url: '/tasks/batch', headers, payload });
    const body: { accepted: number; items: Item[]; code: string; errors: { pointer: string; message: string }[] } =
      answer.json();
    return { status: answer.statusCode, headers: answer.headers, body };
  }

  async function waiting(): Promise<number> {
    return (await api.broker.queueFigures(1000)).messagesReady;
  }

  test('accepts a thousand tasks, stores each once and sends its message, in their order', async () => {
    const sentBefore = await waiting();
    const tasks = Array.from({ length: 1000 }, (_, number) => sleep('', { tags: [`n${number}`] }));
    const { status, body } = await post({ tasks });
    assert.equal(status, 202);
    assert.equal(body.accepted, 1000);
    assert.deepEqual(
      body.items.map(({ task }) => task?.tags),
      tasks.map(({ tags }) => tags),
    );
    assert.deepEqual(new Set(body.items.map(({ status, problem }) => `${status} ${problem}`)), new Set(['202 null']));
    assert.equal(new Set(body.items.map(({ task }) => task?.id)).size, 1000);
    assert.equal(await waiting(), sentBefore + 1000);
    const { task } = body.items[617] as Item;
    assert.deepEqual((await api.app.inject(`/tasks/${task?.id}`)).json(), {
      ...task,
      payload: { message: '' },
      result: null,
    });
  });

  test('refuses each mistake by itself, and accepts what is right beside it', async () => {
    const tasks = [
      sleep('first'),
      { type: 'sleep', payload: { message: 5 } },
      { type: 'nap', payload: {} },
      null,
      [sleep('in a list')],
      sleep('no such option', { urgency: 1 }),
      sleep('too late', { expiresAt: '2020-01-01T00:00:00Z' }),
      sleep('bad key', { idempotencyKey: 'ä' }),
      sleep('no key', { idempotencyKey: '' }),
      sleep('last'),
    ];
    const { status, body } = await post({ tasks });
    assert.equal(status, 207);
    assert.equal(body.accepted, 2);
    const codes = body.items.map(({ status, task, problem }) => [status, task?.state ?? problem?.code]);
    assert.deepEqual(codes, [
      [202, 'queued'],
      [422, 'INVALID_PAYLOAD'],
      [422, 'UNKNOWN_TASK_TYPE'],
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_IDEMPOTENCY_KEY'],
      [400, 'INVALID_IDEMPOTENCY_KEY'],
      [202, 'queued'],
    ]);
    const pointers = body.items.map(({ problem }) => problem?.errors?.[0]?.pointer);
    assert.deepEqual(pointers, [
      undefined,
      '/payload/message',
      '/type',
      '',
      '',
      '/urgency',
      '/expiresAt',
      '/idempotencyKey',
      '/idempotencyKey',
      undefined,
    ]);
    assert.ok(body.items.every(({ problem }) => problem === null || problem.instance === '/tasks/batch'));
  });

  test('makes one task of equal items with one key, tells a changed one, and shares its keys with POST /tasks', async () => {
    const keyed = (message: string) => sleep(message, { idempotencyKey: 'batch-1' });
    const first = await post({ tasks: [keyed('a'), keyed('a'), keyed('b')] });
    assert.equal(first.status, 207);
    const [one, same, other] = first.body.items as [Item, Item, Item];
    assert.equal(same.task?.id, one.task?.id);
    assert.deepEqual([one.isReplayed, same.isReplayed].sort(), [false, true]);
    assert.equal(other.problem?.code, 'IDEMPOTENCY_KEY_REUSED');
    const again = await post({ tasks: [keyed('a')] });
    assert.equal(again.status, 202);
    assert.deepEqual(again.body.items, [{ ...one, isReplayed: true }]);
    const headers = { 'idempotency-key': '"batch-1"' };
    const single = await api.app.inject({ method: 'POST', url: '/tasks', headers, payload: sleep('a') });
    assert.equal(single.headers['idempotent-replayed'], 'true');
    assert.equal(single.json().id, one.task?.id);
  });

  test('takes NDJSON, where a line that is no JSON is refused by itself', async () => {
    const lines = [JSON.stringify(sleep('ä')), '', '{"type":', ' \r', `${JSON.stringify(sleep('b'))}\r`];
    const { status, body } = await post(lines.join('\n'), 'application/x-ndjson');
    assert.equal(status, 207);
    assert.deepEqual(
      body.items.map(({ status, problem }) => [status, problem?.code]),
      [
        [202, undefined],
        [400, 'MALFORMED_JSON'],
        [202, undefined],
      ],
    );
    const [first] = body.items as [Item];
    assert.deepEqual((await api.app.inject(`/tasks/${first.task?.id}`)).json().payload, { message: 'ä' });
    const task = await api.app.inject({
      method: 'POST',
      url: '/tasks',
      headers: { 'content-type': 'application/x-ndjson' },
      payload: JSON.stringify(sleep('elsewhere')),
    });
    assert.equal(task.json().code, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('reads one line more than a batch may have, however many there are', () => {
    assert.equal(valuesIn(Buffer.from('x\n'.repeat(5000)), 1000).length, 1001);
    assert.deepEqual(valuesIn(Buffer.from('1\n2'), 2), [1, 2]);
  });

  const refused: [name: string, body: object | string, contentType: string, code: string, pointer?: string][] = [
    ['no list', {}, 'application/json', 'INVALID_REQUEST', '/tasks'],
    ['a list without a name', [sleep('a')], 'application/json', 'INVALID_REQUEST', ''],
    ['no task', { tasks: [] }, 'application/json', 'INVALID_REQUEST', '/tasks'],
    ['1,001 lines', 'x\n'.repeat(1001), 'application/x-ndjson', 'INVALID_REQUEST', '/tasks'],
    ['no line', '\n\n', 'application/x-ndjson', 'INVALID_REQUEST', '/tasks'],
    ['1,001 tasks', { tasks: Array(1001).fill(sleep('')) }, 'application/json', 'INVALID_REQUEST', '/tasks'],
    ['an unknown field', { tasks: [sleep('')], dryRun: true }, 'application/json', 'INVALID_REQUEST', '/dryRun'],
    ['what is no JSON', '{', 'application/json', 'MALFORMED_JSON'],
    ['another content type', 'a,b', 'text/csv', 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body over the limit', { tasks: [sleep('x'.repeat(1_048_576))] }, 'application/json', 'BODY_TOO_LARGE'],
  ];
  for (const [name, body, contentType, code, pointer] of refused) {
    test(`refuses ${name} as a whole`, async () => {
      const answer = await post(body, contentType);
      assert.equal(answer.body.code, code);
      if (pointer !== undefined) assert.ok(answer.body.errors.some((error) => error.pointer === pointer));
    });
  }

  test('answers 503 for all of it while the store is away or the queue is full, and knows its keys all the same', async (t) => {
    const full = await startTestApi({ maxQueued: 1 });
    t.after(() => full.close());
    const known = sleep('known', { idempotencyKey: 'known' });
    const { body } = await post({ tasks: [known] }, 'application/json', full);
    assert.equal(body.accepted, 1);
    const refusal = await post({ tasks: [sleep('a'), sleep('b')] }, 'application/json', full);
    assert.equal(refusal.status, 503);
    assert.equal(refusal.body.code, 'QUEUE_FULL');
    assert.ok(Number(refusal.headers['retry-after']) > 0);
    const mixed = await post({ tasks: [sleep('a'), known] }, 'application/json', full);
    assert.equal(mixed.status, 207);
    assert.deepEqual(
      mixed.body.items.map(({ status, isReplayed }) => [status, isReplayed]),
      [
        [503, false],
        [202, true],
      ],
    );
    await full.store.close();
    const away = await post({ tasks: [sleep('a'), sleep('b')] }, 'application/json', full);
    assert.equal(away.status, 503);
  });
});
