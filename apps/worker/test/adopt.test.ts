import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Broker, createMemoryBroker } from '@offload/broker';
import { createTopology, decodeMessage, isTaskId } from '@offload/contract';
import { Metrics, TaskMetrics } from '@offload/metrics';
import { type NewTask, type Store, StoreUnavailableError } from '@offload/store';
import { eventually, latch } from '@offload/test-services';
import { type Adoption, adopt } from '../src/adopt.ts';
import { scriptedDelivery } from './scripted-delivery.ts';
import { catalogue } from './scripted-tasks.ts';
import { silent } from './silent-logger.ts';
import { openTestStore, type TestStore } from './test-store.ts';

const payload = { message: 'Hello...' };

describe('adopting a message', () => {
  let testStore: TestStore;
  let store: Store;
  let broker: Broker;

  before(async () => {
    testStore = await openTestStore();
    store = testStore.store;
    broker = createMemoryBroker(createTopology());
  });
  after(async () => {
    await broker.close();
    await testStore.remove();
  });

  function adoption(changes: Partial<Adoption> = {}): Adoption {
    const metrics = new TaskMetrics(new Metrics(), catalogue.names);
    const given = { store, publisher: broker.publisher, catalogue, queue: 'task_queue', metrics, logger: silent };
    return { ...given, ...changes };
  }

  /** The store, keeping what is inserted, and away for the first calls. */
  function recordingStore(outages = 0) {
    const inserted: NewTask[] = [];
    let calls = 0;
    const insert = async (task: NewTask) => {
      if (++calls <= outages) throw new StoreUnavailableError('away');
      inserted.push(task);
      return store.insert(task);
    };
    return {
      inserted,
      get calls() {
        return calls;
      },
      store: { ...store, insert },
    };
  }

  test('makes it a task with the limits of its type and the correlation id as its request', async () => {
    const recording = recordingStore();
    const message = { properties: { correlationId: 'order-4711' }, body: Buffer.from('Hello...') };
    await adopt(scriptedDelivery({ message }), 'sleep', payload, adoption(recording));
    const { maxAttempts, timeoutMs } = catalogue.get('sleep') ?? {};
    const [{ id, ...task } = { id: '' }] = recording.inserted;
    assert.deepEqual(task, {
      type: 'sleep',
      payload,
      queue: 'task_queue',
      maxAttempts,
      timeoutMs,
      requestId: 'order-4711',
    });
    assert.ok(isTaskId(id));
  });

  test('acknowledges the original once the task has a row and a message', async () => {
    const events: string[] = [];
    const { opened, open } = latch();
    const delivery = scriptedDelivery({ onAck: () => events.push('acknowledged') });
    const adopting = adopt(
      delivery,
      'sleep',
      payload,
      adoption({
        publisher: {
          isReady: true,
          ready: async () => undefined,
          publish: async (_destination, message) => {
            const decoded = decodeMessage(message, catalogue);
            assert.ok(decoded.kind === 'task');
            assert.equal((await store.get(decoded.ticket.id))?.state, 'queued');
            await opened;
            events.push('confirmed');
          },
        },
      }),
    );
    await eventually(async () => assert.equal((await store.list({ limit: 1 })).items.length, 1));
    assert.deepEqual(events, []);
    open();
    await adopting;
    assert.deepEqual(events, ['confirmed', 'acknowledged']);
    assert.equal(delivery.acks, 1);
  });

  test('holds the original while the store is away, and makes one task of it', async () => {
    const recording = recordingStore(2);
    const delivery = scriptedDelivery();
    const adopting = adopt(delivery, 'sleep', payload, adoption(recording));
    await eventually(() => assert.equal(recording.calls, 2));
    assert.equal(delivery.acks, 0);
    await adopting;
    assert.equal(recording.inserted.length, 1);
    assert.equal(delivery.acks, 1);
  });

  test('makes one task, even when it was stored and the answer got lost', async () => {
    let answers = 0;
    const forgetful: Store['insert'] = async (newTask) => {
      const task = await store.insert(newTask);
      if (++answers === 1) throw new StoreUnavailableError('the answer got lost');
      return task;
    };
    const before = (await store.list({ limit: 100 })).items.length;
    await adopt(scriptedDelivery(), 'sleep', payload, adoption({ store: { ...store, insert: forgetful } }));
    assert.equal(answers, 2);
    assert.equal((await store.list({ limit: 100 })).items.length, before + 1);
  });

  test('leaves the original alone when the delivery is lost before the task is stored', async () => {
    const recording = recordingStore(Number.POSITIVE_INFINITY);
    const delivery = scriptedDelivery();
    const adopting = adopt(delivery, 'sleep', payload, adoption(recording));
    await eventually(() => assert.equal(recording.calls, 1));
    delivery.lose();
    await adopting;
    assert.deepEqual(recording.inserted, []);
    assert.equal(delivery.acks, 0);
  });

  test('leaves the message of the task to the dispatcher when the broker is away', async () => {
    const closed = createMemoryBroker(createTopology());
    await closed.close();
    const delivery = scriptedDelivery();
    await adopt(delivery, 'sleep', payload, adoption({ publisher: closed.publisher }));
    assert.equal((await store.list({ limit: 1 })).items[0]?.state, 'scheduled');
    assert.equal(delivery.acks, 1);
  });

  test('throws for a type that nobody knows, without acknowledging', async () => {
    const delivery = scriptedDelivery();
    await assert.rejects(adopt(delivery, 'resize', {}, adoption()), /'resize'/);
    assert.equal(delivery.acks, 0);
  });
});
