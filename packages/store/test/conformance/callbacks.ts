import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  deliverCallback,
  FINAL_TASK_STATES,
  MAX_EVENT_RESULT_BYTES,
  TASK_STATES,
  type Task,
  TaskCatalogue,
  type TaskState,
} from '@offload/contract';
import { version } from 'uuid';
import type { NewCallback, NewTask } from '../../src/index.ts';
import { attempt, dispatchAll, type Fixture, newTask, OUTCOMES, read, start, taskIn, UNKNOWN_ID } from '../fixture.ts';

const URL = 'https://app.example/offload';

const callback: NewCallback = {
  url: URL,
  type: deliverCallback.name,
  queue: 'task_queue.callbacks',
  maxAttempts: deliverCallback.maxAttempts,
  timeoutMs: deliverCallback.timeoutMs,
};

export function testCallbacks(use: () => Fixture): void {
  describe('a task with a callback', () => {
    for (const state of FINAL_TASK_STATES) {
      test(`that is ${state} has made a task that tells so, due at once`, async () => {
        const { task, delivery } = await delivered(use(), state);
        assert.deepEqual(
          {
            ...delivery,
            id: version(delivery.id),
            payload: null,
            createdAt: delivery.createdAt <= new Date().toISOString(),
            runAt: delivery.runAt !== null && delivery.runAt <= new Date().toISOString(),
          },
          {
            ...task,
            id: 7,
            type: 'deliver-callback',
            state: 'scheduled',
            queue: 'task_queue.callbacks',
            payload: null,
            result: null,
            error: null,
            attempt: 0,
            maxAttempts: deliverCallback.maxAttempts,
            attempts: [],
            createdAt: true,
            runAt: true,
            queuedAt: null,
            startedAt: null,
            finishedAt: null,
            cancelRequestedAt: null,
          },
        );
        const { id, type, queue, priority, result, error, maxAttempts, tags, metadata } = task;
        const { createdAt, startedAt, finishedAt } = task;
        assert.deepEqual(delivery.payload, {
          url: URL,
          event: {
            type: `task.${state}`,
            timestamp: finishedAt,
            data: {
              ...{ id, type, state, queue, priority, result, isResultOmitted: false, error },
              ...{ attempt: task.attempt, maxAttempts, tags, metadata, createdAt, startedAt, finishedAt },
            },
          },
        });
        const catalogue = new TaskCatalogue([deliverCallback]);
        assert.deepEqual(catalogue.payloadIssues(deliverCallback.name, delivery.payload), []);
        assert.deepEqual(await dispatchAll(use().store), [delivery.id]);
      });
    }

    test('tells its labels, and the result as it was returned', async () => {
      const { store } = use();
      const labels = { tags: ['a', 'b'], metadata: { order: '4711' } };
      const { id } = await store.insert(newTask({ callback, ...labels }));
      const result = { text: 'Grüße, "quoted", \u0000 \ud83d\ude00', number: 0.1, list: [null, [true]] };
      await attempt(store, id, { kind: 'succeeded', result });
      const { data } = eventOf(await deliveryOf(use(), id));
      assert.deepEqual([data.tags, data.metadata, data.result], [labels.tags, labels.metadata, result]);
    });

    test('leaves out a result that is too large for an event, and no smaller one', async () => {
      const { store } = use();
      for (const [size, isOmitted] of [
        [MAX_EVENT_RESULT_BYTES, false],
        [MAX_EVENT_RESULT_BYTES + 1, true],
      ] as const) {
        const { id } = await store.insert(newTask({ callback }));
        const result = 'x'.repeat(size - 2);
        await attempt(store, id, { kind: 'succeeded', result });
        const { data } = eventOf(await deliveryOf(use(), id));
        assert.deepEqual([data.isResultOmitted, data.result], [isOmitted, isOmitted ? null : result]);
        assert.deepEqual((await read(store, id)).result, result);
      }
    });

    test('that has not finished has made none', async () => {
      const fixture = use();
      for (const state of TASK_STATES.filter((other) => !FINAL_TASK_STATES.includes(other))) {
        const { id } = await taskIn(fixture, state, { callback });
        assert.deepEqual(await fixture.store.getCallback(id), { url: URL, urlDisabledAt: null, delivery: null });
      }
    });

    test('tells its end once, however often it is settled', async () => {
      const { store, sql } = use();
      const { id } = await store.insert(newTask({ callback }));
      const number = await start(store, id);
      const settle = () => store.settle({ taskId: id, attempt: number, outcome: OUTCOMES.succeeded });
      assert.deepEqual([await settle(), await settle()], ['stored', 'superseded']);
      await store.reportProgress({
        taskId: id,
        attempt: number,
        progress: { percent: 1, message: null, etaSeconds: null },
      });
      assert.equal((await sql.query('select 1 from tasks where callback_of = $1', [id])).length, 1);
    });

    test('tells every end of a task that is started over, the latest of which is its callback', async () => {
      const { store, sql } = use();
      const { id } = await store.insert(newTask({ callback }));
      await attempt(store, id, OUTCOMES.failed);
      const first = await deliveryOf(use(), id);
      await store.restart(id);
      assert.equal((await deliveryOf(use(), id)).id, first.id);
      await dispatchAll(store);
      await attempt(store, id, OUTCOMES.succeeded);
      const second = await deliveryOf(use(), id);
      assert.deepEqual([eventOf(first).type, eventOf(second).type], ['task.failed', 'task.succeeded']);
      assert.equal((await sql.query('select 1 from tasks where callback_of = $1', [id])).length, 2);
    });

    test('is told of by a task of the same client, request and trace', async () => {
      const { store, sql } = use();
      const whose = { client: 'shop', requestId: 'request-7', traceContext: { traceparent: '00-1-2-01' } };
      const { id } = await store.insert(newTask({ callback, ...whose }));
      await attempt(store, id, OUTCOMES.succeeded);
      const [row] = await sql.query<Record<string, string>>(
        'select client, request_id, trace_context from tasks where callback_of = $1',
        [id],
      );
      assert.deepEqual(
        [row?.client, row?.request_id, JSON.parse(row?.trace_context ?? '')],
        [whose.client, whose.requestId, whose.traceContext],
      );
      assert.ok(await store.getCallback(id, 'shop'));
      assert.equal(await store.getCallback(id, 'other'), null);
      assert.equal(await store.redeliverCallback(id, 'other'), null);
    });

    test('is stored with an idempotency key, too', async () => {
      const { store } = use();
      const key = { scope: 'shop', key: 'order-4711', fingerprint: 'f' };
      const insertion = await store.insertOnce(newTask({ callback }), key);
      assert.equal(insertion.kind, 'inserted');
      if (insertion.kind === 'inserted') assert.equal((await store.getCallback(insertion.task.id))?.url, URL);
    });

    test('is told of by a task that is kept no longer than itself', async () => {
      const { sql } = use();
      const { delivery } = await delivered(use(), 'succeeded', { resultTtlMs: 5000 });
      const [row] = await sql.query<{ ttl: string }>('select result_ttl_ms as ttl from tasks where id = $1', [
        delivery.id,
      ]);
      assert.equal(Number(row?.ttl), 5000);
    });

    test('is told of though it is deleted before it is delivered', async () => {
      const fixture = use();
      const { task, delivery } = await delivered(fixture, 'succeeded', { resultTtlMs: 1000 });
      await fixture.sql.query(`update tasks set finished_at = now() - interval '2 seconds' where id = $1`, [task.id]);
      assert.equal(await fixture.store.deleteOutlived(10), 1);
      assert.deepEqual(await read(fixture.store, delivery.id), delivery);
    });
  });

  describe('a task without a callback', () => {
    test('makes none, and has none', async () => {
      const { store, sql } = use();
      const { id } = await taskIn(use(), 'succeeded');
      assert.equal(await store.getCallback(id), null);
      assert.equal(await store.redeliverCallback(id), null);
      assert.equal((await sql.query('select 1 from tasks')).length, 1);
      for (const unknown of [UNKNOWN_ID, 'x']) assert.equal(await store.getCallback(unknown), null);
    });
  });

  describe('redeliverCallback', () => {
    for (const state of FINAL_TASK_STATES) {
      test(`makes a delivery that is ${state} due again, under its id, its attempts on record`, async () => {
        const { task, delivery } = await delivered(use(), 'succeeded');
        await bring(use(), delivery, state);
        const ended = await read(use().store, delivery.id);
        const again = (await use().store.redeliverCallback(task.id))?.delivery;
        assert.deepEqual([again?.id, again?.state, again?.result], [delivery.id, 'scheduled', null]);
        assert.deepEqual(again?.attempts, ended.attempts);
        assert.deepEqual(await dispatchAll(use().store), [delivery.id]);
      });
    }

    test('makes one that waits for its next attempt due now', async () => {
      const { store } = use();
      const { task, delivery } = await delivered(use(), 'succeeded');
      await dispatchAll(store);
      await attempt(store, delivery.id, OUTCOMES.retry);
      assert.deepEqual(await dispatchAll(store), []);
      assert.equal((await store.redeliverCallback(task.id))?.delivery?.state, 'retrying');
      assert.deepEqual(await dispatchAll(store), [delivery.id]);
      const claim = await store.claim({ taskId: delivery.id, worker: 'w', redelivered: false });
      assert.equal(claim.kind === 'claimed' && claim.failures, 0);
    });

    test('makes one that is to be sent later due now', async () => {
      const { store, sql } = use();
      const { task, delivery } = await delivered(use(), 'succeeded');
      await sql.query(`update tasks set run_at = now() + interval '1 hour' where id = $1`, [delivery.id]);
      assert.equal((await store.redeliverCallback(task.id))?.delivery?.state, 'scheduled');
      assert.deepEqual(await dispatchAll(store), [delivery.id]);
    });

    test('leaves one that is on its way, or under way, as it is', async () => {
      const { store } = use();
      const { task, delivery } = await delivered(use(), 'succeeded');
      await dispatchAll(store);
      assert.equal((await store.redeliverCallback(task.id))?.delivery?.state, 'queued');
      await start(store, delivery.id);
      assert.equal((await store.redeliverCallback(task.id))?.delivery?.state, 'running');
    });

    test('leaves a task that has not finished as it is', async () => {
      const { id } = await taskIn(use(), 'running', { callback });
      assert.equal((await use().store.redeliverCallback(id))?.delivery, null);
      assert.equal((await read(use().store, id)).state, 'running');
    });
  });

  describe('a callback URL', () => {
    test('is in use until it is disabled, and again once a delivery to it is asked for', async () => {
      const { store } = use();
      const { task } = await delivered(use(), 'succeeded');
      assert.equal(await store.isCallbackUrlDisabled(URL), false);
      await store.disableCallbackUrl(URL);
      await store.disableCallbackUrl(URL);
      assert.equal(await store.isCallbackUrlDisabled(URL), true);
      assert.equal(await store.isCallbackUrlDisabled(`${URL}/other`), false);
      assert.notEqual((await store.getCallback(task.id))?.urlDisabledAt, null);
      assert.equal((await store.redeliverCallback(task.id))?.urlDisabledAt, null);
      assert.equal(await store.isCallbackUrlDisabled(URL), false);
    });

    test('is forgotten after 90 days', async () => {
      const { store, sql } = use();
      await store.disableCallbackUrl(URL);
      await store.disableCallbackUrl(`${URL}/old`);
      assert.equal(await store.forgetDisabledUrls(10), 0);
      await sql.query(`update disabled_callback_urls set disabled_at = now() - interval '91 days' where url = $1`, [
        `${URL}/old`,
      ]);
      assert.equal(await store.forgetDisabledUrls(10), 1);
      assert.deepEqual(
        [await store.isCallbackUrlDisabled(URL), await store.isCallbackUrlDisabled(`${URL}/old`)],
        [true, false],
      );
    });
  });
}

/** A finished task with a callback, and what delivers it. */
async function delivered(fixture: Fixture, state: TaskState, changes: Partial<NewTask> = {}) {
  const task = await taskIn(fixture, state, { callback, ...changes });
  return { task, delivery: await deliveryOf(fixture, task.id) };
}

async function deliveryOf({ store }: Fixture, taskId: string): Promise<Task> {
  const record = await store.getCallback(taskId);
  assert.ok(record?.delivery, 'the callback has a delivery');
  return record.delivery;
}

function eventOf({ payload }: Task) {
  return (payload as { event: { type: string; data: Record<string, unknown> } }).event;
}

async function bring({ store, sql }: Fixture, { id }: Task, state: TaskState): Promise<void> {
  if (state === 'cancelled') await store.cancel(id);
  else if (state === 'expired') {
    await sql.query(`update tasks set state = 'expired', run_at = null, finished_at = now() where id = $1`, [id]);
  } else {
    await dispatchAll(store);
    await attempt(store, id, OUTCOMES[state as 'succeeded' | 'failed']);
  }
}
