import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  type Broker,
  createMemoryBroker,
  type Message,
  type Publisher,
  PublishNotConfirmedError,
} from '@offload/broker';
import { createTopology, decodeMessage, TaskCatalogue, taskTypes } from '@offload/contract';
import { type NewTask, openEmbeddedStore, type Store, StoreUnavailableError } from '@offload/store';
import { latch } from '@offload/test-services';
import { submitTask, submitTaskOnce } from '../src/index.ts';
import { recordingLogger } from './recording-logger.ts';

const newTask: NewTask = {
  type: 'sleep',
  payload: { message: 'Hello... \u0000 \ud800' },
  queue: 'task_queue',
  maxAttempts: 3,
  timeoutMs: 60_000,
  requestId: 'request-1',
};

/** The next message of the task queue. */
async function takeMessage(broker: Broker): Promise<Message> {
  const { opened, open } = latch<Message>();
  const consumer = broker.consume({
    prefetch: 1,
    onDelivery: (delivery) => {
      delivery.ack();
      open(delivery.message);
    },
  });
  const message = await opened;
  await consumer.close();
  return message;
}

async function waiting(broker: Broker): Promise<number> {
  return (await broker.queueFigures(1000)).messagesReady;
}

describe('submitting a task', () => {
  let folder: string;
  let store: Store;
  let broker: Broker;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offload-dispatch-'));
    store = await openEmbeddedStore({ dataDir: join(folder, 'data'), deadlineMs: 20_000 });
    await store.migrate();
    broker = createMemoryBroker(createTopology());
  });
  after(async () => {
    await broker.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  test('stores it as queued and sends a message that says the same', async () => {
    const logger = recordingLogger();
    const task = await submitTask({ store, publisher: broker.publisher, logger }, newTask);

    assert.equal(task.state, 'queued');
    assert.deepEqual(await store.get(task.id), task);
    assert.deepEqual(decodeMessage(await takeMessage(broker), new TaskCatalogue(taskTypes)), {
      kind: 'task',
      ticket: {
        id: task.id,
        type: task.type,
        payload: task.payload,
        timeoutMs: newTask.timeoutMs,
        requestId: newTask.requestId,
        queuedAt: Date.parse(String(task.queuedAt)),
        priority: 0,
      },
    });
    assert.deepEqual(logger.lines, []);
  });

  test('sends nothing before it is stored', async () => {
    const { opened, open } = latch();
    const slow = { ...store, insert: (task: NewTask) => opened.then(() => store.insert(task)) };
    const submitting = submitTask({ store: slow, publisher: broker.publisher, logger: recordingLogger() }, newTask);
    assert.equal(await waiting(broker), 0);
    open();
    await submitting;
    assert.equal(await waiting(broker), 1);
    await takeMessage(broker);
  });

  test('sends nothing while its time has not come', async () => {
    const runAt = new Date(Date.now() + 3_600_000).toISOString();
    const task = await submitTask(
      { store, publisher: broker.publisher, logger: recordingLogger() },
      { ...newTask, runAt },
    );
    assert.equal(task.state, 'scheduled');
    assert.deepEqual(await store.get(task.id), task);
    assert.equal(task.runAt, runAt);
    assert.equal(await waiting(broker), 0);
  });

  test('without a broker accepts it all the same: it is scheduled, and due now', async () => {
    const closed = createMemoryBroker(createTopology());
    await closed.close();
    const logger = recordingLogger();
    const task = await submitTask({ store, publisher: closed.publisher, logger }, newTask);

    assert.equal(task.state, 'scheduled');
    assert.equal(task.queuedAt, null);
    assert.notEqual(task.runAt, null);
    const stored = await store.get(task.id);
    assert.deepEqual({ ...stored, runAt: null }, { ...task, runAt: null });
    assert.deepEqual(logger.lines, ['warn: message not confirmed, left to the dispatcher']);

    const due: string[] = [];
    await store.dispatchDue(10, async (tasks) => {
      due.push(...tasks.map(({ id }) => id));
      return due;
    });
    assert.deepEqual(due, [task.id]);
  });

  test('without the store refuses it and sends nothing', async () => {
    const away = {
      ...store,
      insert: () => Promise.reject(new StoreUnavailableError('away')),
    };
    const submitting = submitTask({ store: away, publisher: broker.publisher, logger: recordingLogger() }, newTask);
    await assert.rejects(submitting, StoreUnavailableError);
    assert.equal(await waiting(broker), 0);
  });

  test('accepts it even when neither its message nor that it is due could be noted', async () => {
    const unconfirmed: Publisher = {
      isReady: true,
      ready: async () => undefined,
      publish: () => Promise.reject(new PublishNotConfirmedError('no confirm in time')),
    };
    const away = { ...store, makeDue: () => Promise.reject(new StoreUnavailableError('away')) };
    const logger = recordingLogger();
    const task = await submitTask({ store: away, publisher: unconfirmed, logger }, newTask);

    assert.equal(task.state, 'queued');
    assert.deepEqual(await store.get(task.id), task);
    assert.deepEqual(logger.lines, [
      'warn: message not confirmed, left to the dispatcher',
      'error: task without a message could not be made due',
    ]);
  });

  test('throws what is a defect of ours and no outage', async () => {
    const broken: Publisher = {
      isReady: true,
      ready: async () => undefined,
      publish: () => Promise.reject(new TypeError('a defect')),
    };
    await assert.rejects(submitTask({ store, publisher: broken, logger: recordingLogger() }, newTask), TypeError);
  });

  test('once under a key: a second time nothing is sent, and the answer is the same', async () => {
    const dependencies = { store, publisher: broker.publisher, logger: recordingLogger() };
    const key = { scope: 's', key: 'sent', fingerprint: 'a' };
    const sentBefore = await waiting(broker);
    const first = await submitTaskOnce(dependencies, newTask, key);
    assert.equal(first.kind, 'inserted');
    assert.deepEqual(await submitTaskOnce(dependencies, newTask, key), { ...first, kind: 'replayed' });
    assert.equal(await waiting(broker), sentBefore + 1);
    assert.deepEqual(await submitTaskOnce(dependencies, newTask, { ...key, fingerprint: 'b' }), { kind: 'conflict' });
    assert.equal(await waiting(broker), sentBefore + 1);
  });

  test('once without a broker: the answer is the same, and the task is due', async () => {
    const closed = createMemoryBroker(createTopology());
    await closed.close();
    const dependencies = { store, publisher: closed.publisher, logger: recordingLogger() };
    const key = { scope: 's', key: 'unsent', fingerprint: 'a' };
    const first = await submitTaskOnce(dependencies, newTask, key);
    assert.deepEqual(await submitTaskOnce(dependencies, newTask, key), { ...first, kind: 'replayed' });
    assert.equal('task' in first && (await store.get(first.task.id))?.state, 'scheduled');
  });
});
