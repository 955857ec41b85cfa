import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_BACKOFF, isTaskId, TaskSchema } from '@offload/contract';
import { newTaskId } from '../../src/index.ts';
import { dispatchAll, type Fixture, inSeconds, newTask, read, UNKNOWN_ID, WORKER } from '../fixture.ts';

export function testSubmitting(use: () => Fixture): void {
  describe('insert and get', () => {
    test('a new task is complete, queued, and the same when read again', async () => {
      const { store } = use();
      const before = Date.now();
      const task = await store.insert(newTask());
      assert.deepEqual(task, {
        id: task.id,
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
        createdAt: task.createdAt,
        runAt: null,
        queuedAt: task.createdAt,
        startedAt: null,
        finishedAt: null,
        expiresAt: null,
        cancelRequestedAt: null,
      });
      assert.match(task.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.ok(Math.abs(Date.parse(task.createdAt) - before) < 60_000);
      assert.deepEqual(await store.get(task.id), task);
    });

    test('has every field that the contract names, and no other', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      const task = await read(store, id);
      assert.deepEqual(Object.keys(task).sort(), Object.keys(TaskSchema.properties).sort());
    });

    test('keeps priority, tags and metadata, alone and beside tasks without', async () => {
      const { store } = use();
      const labels = { priority: 9, tags: ['customer:42', 'nightly'], metadata: { order: 4711, note: ['ä', null] } };
      const [labelled, plain] = await Promise.all([store.insert(newTask(labels)), store.insert(newTask())]);
      const { priority, tags, metadata } = await read(store, labelled.id);
      assert.deepEqual({ priority, tags, metadata }, labels);
      assert.deepEqual(await read(store, labelled.id), labelled);
      assert.deepEqual([plain.priority, plain.tags, plain.metadata], [0, [], {}]);
    });

    test('a delay and a time to live count from when the database accepts the task', async () => {
      const { store } = use();
      const both = await store.insert(newTask({ delayMs: 60_000, ttlMs: 5000 }));
      const accepted = Date.parse(both.createdAt);
      assert.equal(both.state, 'scheduled');
      assert.equal(both.runAt, new Date(accepted + 60_000).toISOString());
      assert.equal(both.expiresAt, new Date(accepted + 65_000).toISOString());
      const now = await store.insert(newTask({ delayMs: 0, ttlMs: 5000 }));
      assert.equal(now.state, 'queued');
      assert.equal(now.expiresAt, new Date(Date.parse(now.createdAt) + 5000).toISOString());
      const past = await store.insert(newTask({ runAt: inSeconds(-60), ttlMs: 5000 }));
      assert.equal(past.expiresAt, new Date(Date.parse(past.createdAt) + 5000).toISOString());
      for (const task of [both, now, past]) assert.deepEqual(await read(store, task.id), task);
    });

    test('ids are UUIDv7 and grow in the order of the calls', async () => {
      const { store } = use();
      const tasks = await Promise.all(Array.from({ length: 300 }, () => store.insert(newTask())));
      const ids = tasks.map(({ id }) => id);
      assert.ok(ids.every((id) => isTaskId(id) && id[14] === '7'));
      assert.deepEqual(ids, [...ids].sort());
      assert.equal(new Set(ids).size, 300);
    });

    test('concurrent inserts each store their own task', async () => {
      const { store } = use();
      const tasks = await Promise.all(
        Array.from({ length: 100 }, (_, number) =>
          store.insert(
            newTask({ type: `type-${number}`, payload: { number }, maxAttempts: number + 1, requestId: null }),
          ),
        ),
      );
      for (const [number, task] of tasks.entries()) {
        assert.deepEqual(await read(store, task.id), task);
        assert.deepEqual([task.type, task.payload, task.maxAttempts], [`type-${number}`, { number }, number + 1]);
      }
    });

    test('one task that the database refuses does not fail the others of its batch', async () => {
      const { store } = use();
      const tooLong = 2 ** 40;
      const results = await Promise.allSettled(
        [1, 1, tooLong, 1, 1].map((timeoutMs) => store.insert(newTask({ timeoutMs }))),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
      );
      assert.equal((await store.list({ limit: 100 })).items.length, 4);
    });

    test('a task that is inserted again under its id is there once', async () => {
      const { store } = use();
      const task = newTask({ id: newTaskId() });
      const [first, second] = [await store.insert(task), await store.insert(task)];
      assert.equal(second.id, first.id);
      assert.equal((await store.list({ limit: 100 })).items.length, 1);
    });

    test('a payload that is no JSON fails its own call alone', async () => {
      const { store } = use();
      const results = await Promise.allSettled([
        store.insert(newTask()),
        store.insert(newTask({ payload: 1n })),
        store.insert(newTask()),
      ]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
    });

    test('a payload comes back exactly, whatever JSON it is', async () => {
      const { store } = use();
      const payloads = [
        null,
        false,
        0,
        -1.5e300,
        9007199254740991,
        '',
        'NUL \0 and lone surrogates \ud800 \udfff',
        { '\0': '\ud800', 'a"b\\c': [{}, [], [[null]]], __proto__: null },
        ['NULL', '{}', '"', "'", '\\', '\n\t\u2028', '$1', '🦆'],
      ];
      for (const payload of payloads) {
        const { id } = await store.insert(newTask({ payload }));
        assert.equal(JSON.stringify((await read(store, id)).payload), JSON.stringify(payload));
      }
    });

    test('NUL and lone surrogates in texts become U+FFFD instead of failing the call', async () => {
      const { store } = use();
      const bad = 'a\0b\ud800c';
      const task = await store.insert(newTask({ type: bad, queue: bad, requestId: bad }));
      assert.equal(task.type, 'a\uFFFDb\uFFFDc');
      assert.deepEqual(await read(store, task.id), task);
    });

    test('a task whose time has not come is scheduled for it', async () => {
      const { store } = use();
      const runAt = inSeconds(60);
      const task = await store.insert(newTask({ runAt }));
      assert.deepEqual([task.state, task.runAt, task.queuedAt], ['scheduled', runAt, null]);
      assert.deepEqual(await read(store, task.id), task);
      assert.deepEqual(await dispatchAll(store), []);
    });

    test('a task whose time has passed is queued', async () => {
      const { store } = use();
      const task = await store.insert(newTask({ runAt: inSeconds(-1) }));
      assert.deepEqual([task.state, task.runAt, task.queuedAt], ['queued', null, task.createdAt]);
      assert.deepEqual(await read(store, task.id), task);
    });

    test('each task of a batch has its own times, in whatever zone they were given', async () => {
      const { store } = use();
      const tasks = await Promise.all(
        [
          { runAt: '2099-01-01T02:00:00.123456+02:00' },
          { expiresAt: '2099-01-01T00:00:00Z' },
          {},
          { runAt: '2000-01-01T00:00:00Z', expiresAt: '2001-01-01T00:00:00Z' },
        ].map((times) => store.insert(newTask(times))),
      );
      assert.deepEqual(
        tasks.map(({ state, runAt, expiresAt }) => [state, runAt, expiresAt]),
        [
          ['scheduled', '2099-01-01T00:00:00.123Z', null],
          ['queued', null, '2099-01-01T00:00:00.000Z'],
          ['queued', null, null],
          ['queued', null, '2001-01-01T00:00:00.000Z'],
        ],
      );
      for (const task of tasks) assert.deepEqual(await read(store, task.id), task);
    });

    test('a time that is none fails its own call alone', async () => {
      const { store } = use();
      const results = await Promise.allSettled(
        [{}, { runAt: 'tomorrow' }, { expiresAt: '' }, {}, { expiresAt: 'never' }].map((times) =>
          store.insert(newTask(times)),
        ),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'rejected', 'fulfilled', 'rejected'],
      );
    });

    test('the backoff comes back with every claim, as it was given', async () => {
      const { store } = use();
      const backoff = { initialMs: 0, factor: 1.5, maxMs: 86_400_000 };
      const { id } = await store.insert(newTask({ backoff }));
      const { id: other } = await store.insert(newTask());
      const claimed = await store.claim({ taskId: id, worker: WORKER, redelivered: false });
      assert.deepEqual(claimed.kind === 'claimed' && claimed.backoff, backoff);
      const again = await store.claim({ taskId: id, worker: WORKER, redelivered: true });
      assert.deepEqual(again.kind === 'claimed' && again.backoff, backoff);
      const usual = await store.claim({ taskId: other, worker: WORKER, redelivered: false });
      assert.deepEqual(usual.kind === 'claimed' && usual.backoff, DEFAULT_BACKOFF);
    });

    test('get finds nothing under an unknown id or what is no id at all', async () => {
      const { store } = use();
      for (const id of [UNKNOWN_ID, '', 'x', `${UNKNOWN_ID}0`, '\0', `'; drop table tasks; --`]) {
        assert.equal(await store.get(id), null);
      }
    });

    test('get takes an id in capitals', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      assert.equal((await store.get(id.toUpperCase()))?.id, id);
    });
  });
}
