import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { startTestApi, submit, type TestApi } from './test-api.ts';

const DAY_MS = 86_400_000;
const RETENTION_MS = 7 * DAY_MS;

describe('reading a task', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ retentionMs: RETENTION_MS });
  });
  after(() => api.close());

  const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

  async function claim(taskId: string): Promise<number> {
    const claimed = await api.store.claim({ taskId, worker: 'w', redelivered: false });
    assert.ok(claimed.kind === 'claimed');
    return claimed.attempt;
  }

  async function settled(outcome: Parameters<TestApi['store']['settle']>[0]['outcome']): Promise<string> {
    const { task } = await submit(api.app, 'x');
    const attempt = await claim(task.id);
    await api.store.settle({ taskId: task.id, attempt, outcome });
    return task.id;
  }

  test('an unfinished one says when to look again and how long it has been queued; a finished one does not', async () => {
    const { task } = await submit(api.app, 'x');
    const queued = await get(`/tasks/${task.id}`);
    assert.equal(queued.headers['retry-after'], '1');
    assert.match(String(queued.headers['queue-age']), /^\d+$/);
    const attempt = await claim(task.id);
    await api.store.reportProgress({
      taskId: task.id,
      attempt,
      progress: { percent: 10, message: null, etaSeconds: 41.2 },
    });
    const running = await get(`/tasks/${task.id}`);
    assert.equal(running.headers['retry-after'], '42');
    assert.equal(running.headers['queue-age'], undefined);
    await api.store.settle({ taskId: task.id, attempt, outcome: { kind: 'cancelled' } });
    assert.equal((await get(`/tasks/${task.id}`)).headers['retry-after'], undefined);
    const payload = { type: 'sleep', payload: { message: '' }, delayMs: 60_000 };
    const later = (await api.app.inject({ method: 'POST', url: '/tasks', payload })).json();
    assert.ok(Number((await get(`/tasks/${later.id}`)).headers['retry-after']) > 55);
  });

  test('its ETag changes with it, and whoever has it already gets 304 without a body', async () => {
    const { task } = await submit(api.app, 'x');
    const first = await get(`/tasks/${task.id}`);
    const tag = String(first.headers.etag);
    assert.match(tag, /^"[^"]+"$/);
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `"a,b" ,W/${tag}`, '*']) {
      const answer = await get(`/tasks/${task.id}`, { 'if-none-match': known });
      assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', tag], known);
      assert.equal(answer.headers['retry-after'], '1');
    }
    for (const other of ['"other"', tag.slice(1, -1), '']) {
      assert.equal((await get(`/tasks/${task.id}`, { 'if-none-match': other })).statusCode, 200, other);
    }
    await claim(task.id);
    const changed = await get(`/tasks/${task.id}`, { 'if-none-match': tag });
    assert.equal(changed.statusCode, 200);
    assert.notEqual(changed.headers.etag, tag);
    const head = await api.app.inject({ method: 'HEAD', url: `/tasks/${task.id}` });
    assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', changed.headers.etag]);
  });

  test('its result comes alone, with an ETag of its own', async () => {
    for (const result of [{ sleptSeconds: 3 }, null, 'text', 0, [1, 'ä']]) {
      const id = await settled({ kind: 'succeeded', result });
      const answer = await get(`/tasks/${id}/result`);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.deepEqual(answer.json(), result);
      const again = await get(`/tasks/${id}/result`, { 'if-none-match': String(answer.headers.etag) });
      assert.equal(again.statusCode, 304);
    }
  });

  test('its result is 409 while there is none yet, with the time to look again', async () => {
    const { task } = await submit(api.app, 'x');
    const answer = await get(`/tasks/${task.id}/result`);
    assert.equal(answer.statusCode, 409);
    assert.equal(answer.json().code, 'TASK_NOT_FINISHED');
    assert.equal(answer.headers['retry-after'], '1');
  });

  test('its result is a problem that tells what became of it instead', async () => {
    const error = { code: 'HANDLER_ERROR', message: 'disk full', retryable: true };
    const failed = await settled({ kind: 'failed', error });
    const answer = await get(`/tasks/${failed}/result`);
    assert.equal(answer.statusCode, 424);
    assert.equal(answer.headers['content-type'], 'application/problem+json');
    const { code, detail, task } = answer.json();
    assert.equal(code, 'TASK_NOT_SUCCEEDED');
    assert.equal(detail, `Task ${failed} is failed: disk full.`);
    assert.deepEqual(task, { id: failed, state: 'failed', error });
    const cancelled = (await submit(api.app, 'x')).task.id;
    await api.store.cancel(cancelled);
    assert.deepEqual((await get(`/tasks/${cancelled}/result`)).json().task, {
      id: cancelled,
      state: 'cancelled',
      error: null,
    });
  });

  const old = uuidv7({ msecs: Date.now() - RETENTION_MS - DAY_MS });
  const young = uuidv7({ msecs: Date.now() - RETENTION_MS + DAY_MS });
  const ahead = uuidv7({ msecs: Date.now() + DAY_MS });
  const random = 'a3bb189e-8bf9-4888-9912-ace4e6543002';
  const routes: ['GET' | 'POST', string][] = [
    ['GET', ''],
    ['GET', '/result'],
    ['GET', '/events'],
    ['GET', '/logs'],
    ['POST', '/cancel'],
    ['POST', '/retry'],
  ];
  for (const [method, path] of routes) {
    test(`${method} /tasks/{id}${path} tells what is past its retention from what never was`, async () => {
      const codeOf = async (id: string) => {
        const answer = await api.app.inject({ method, url: `/tasks/${id}${path}` });
        return [answer.statusCode, answer.json().code];
      };
      assert.deepEqual(await codeOf(old), [410, 'TASK_GONE']);
      for (const id of [young, ahead, random]) assert.deepEqual(await codeOf(id), [404, 'TASK_NOT_FOUND']);
    });
  }
});

describe('finding tasks', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const post = async (options: object): Promise<string> => {
    const payload = { type: 'sleep', payload: { message: '' }, ...options };
    return (await api.app.inject({ method: 'POST', url: '/tasks', payload })).json().id;
  };

  test('by several states, by tag, by queue and by time, and the next page keeps all of it', async () => {
    const tagged: string[] = [];
    for (let count = 0; count < 5; count++) tagged.unshift(await post({ tags: ['customer:42', 'a/b'] }));
    await post({ tags: ['customer:43'] });
    await api.store.cancel(tagged[1] ?? '');
    const from = new Date(Date.now() - 60_000).toISOString();
    let url = `/tasks?limit=2&state=queued&state=cancelled&tag=${encodeURIComponent('customer:42')}&queue=task_queue&createdFrom=${from}`;
    const seen: string[] = [];
    for (;;) {
      const page = await api.app.inject(url);
      assert.equal(page.statusCode, 200, page.body);
      seen.push(...page.json().items.map(({ id }: { id: string }) => id));
      const next = /<(.*)>; rel="next"/.exec(String(page.headers.link))?.[1];
      if (next === undefined) break;
      url = next;
    }
    assert.deepEqual(seen, tagged);
    const finished = (await api.app.inject(`/tasks?finishedFrom=${from}`)).json().items;
    assert.deepEqual(
      finished.map(({ id }: { id: string }) => id),
      [tagged[1]],
    );
    assert.deepEqual((await api.app.inject(`/tasks?createdBefore=${from}`)).json().items, []);
  });

  const refused: [query: string, pointer: string][] = [
    ['state=done', '/state/0'],
    ['state=queued&state=queued', '/state'],
    ['state=', '/state/0'],
    ['tag=a,b', '/tag'],
    ['tag=a&tag=b', '/tag'],
    ['queue=', '/queue'],
    ['createdFrom=yesterday', '/createdFrom'],
    ['createdBefore=2016-12-31T23:59:60Z', '/createdBefore'],
    ['finishedFrom=2026-01-01', '/finishedFrom'],
    ['finishedBefore=0', '/finishedBefore'],
    ['colour=red', '/colour'],
  ];
  for (const [query, pointer] of refused) {
    test(`refuses ${query}, and names the parameter`, async () => {
      const answer = await api.app.inject(`/tasks?${query}`);
      assert.equal(answer.statusCode, 400);
      const { code, errors } = answer.json();
      assert.equal(code, 'INVALID_REQUEST');
      assert.ok(
        errors.some((error: { pointer: string }) => error.pointer === pointer),
        answer.body,
      );
    });
  }

  test('counts them by state', async () => {
    const { counts, limit } = (await api.app.inject('/tasks/counts')).json();
    assert.deepEqual(counts, {
      scheduled: 0,
      queued: 5,
      running: 0,
      retrying: 0,
      succeeded: 0,
      failed: 0,
      cancelled: 1,
      expired: 0,
    });
    assert.equal(limit, 100_000);
  });
});
