import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTopology } from '@offload/contract';
import { eventually } from '@offload/test-services';
import { createMemoryBroker } from '../src/index.ts';
import { testConformance } from './conformance.ts';
import { CONFIRM_DEADLINE_MS, Inbox, idsOf, messageOf, publish, publishTo } from './inbox.ts';

testConformance('memory', async (t) => {
  const broker = createMemoryBroker(createTopology('task_queue', '', ['other']));
  t.after(() => broker.close());
  return broker;
});

test('counts what consumers hold', async () => {
  const broker = createMemoryBroker(createTopology());
  await publish(broker, 'one', 'two', 'three');
  const inbox = await Inbox.open(broker, { prefetch: 2 });
  const delivery = await inbox.at(1);
  assert.deepEqual(await broker.queueFigures(0), { messagesReady: 1, messagesUnacknowledged: 2, consumers: 1 });
  await inbox.consumer.cancel();
  delivery.ack();
  assert.deepEqual(await broker.queueFigures(0), { messagesReady: 1, messagesUnacknowledged: 1, consumers: 0 });
  await inbox.consumer.close();
  assert.deepEqual(await broker.queueFigures(0), { messagesReady: 2, messagesUnacknowledged: 0, consumers: 0 });
});

test('puts what two consumers give back into its old order', async () => {
  const broker = createMemoryBroker(createTopology());
  await publish(broker, 'one', 'two', 'three', 'four');
  const odd = await Inbox.open(broker, { prefetch: 2 });
  const even = await Inbox.open(broker, { prefetch: 2 });
  await Promise.all([odd.at(1), even.at(1)]);
  await even.consumer.close();
  await odd.consumer.close();
  await (await Inbox.open(broker)).hasReceived('one', 'two', 'three', 'four');
});

test('hands out the highest priority first, and what comes back before others of its priority', async () => {
  const broker = createMemoryBroker(createTopology());
  for (const [id, priority] of Object.entries({ low: 0, middle: 4, second: 9, beyond: 200, none: undefined })) {
    const message = messageOf(id);
    const properties = { ...message.properties, ...(priority === undefined ? {} : { priority }) };
    await broker.publisher.publish('queue', { ...message, properties }, CONFIRM_DEADLINE_MS);
  }
  const order = ['second', 'beyond', 'middle', 'low', 'none'];
  const first = await Inbox.open(broker, { prefetch: 5 });
  await first.hasReceived(...order);
  await first.consumer.close();
  await (await Inbox.open(broker, { prefetch: 5 })).hasReceived(...order);
});

test('keeps the latest dead messages', async () => {
  const broker = createMemoryBroker(createTopology());
  await publishTo(broker, 'deadQueue', ...Array.from({ length: 1100 }, (_, index) => `dead-${index + 1}`));
  assert.equal(await broker.deadLetters.count(1000), 1000);
  const ids = idsOf(await broker.deadLetters.peek(2000, 1000));
  assert.deepEqual([ids[0], ids.at(-1)], ['dead-101', 'dead-1100']);
});

test('works off a backlog of 100,000 messages in seconds', async () => {
  const broker = createMemoryBroker(createTopology());
  const message = messageOf('same');
  for (let number = 0; number < 100_000; number++)
    await broker.publisher.publish('queue', message, CONFIRM_DEADLINE_MS);
  let delivered = 0;
  const consumer = broker.consume({
    prefetch: 50,
    onDelivery(delivery) {
      delivered++;
      queueMicrotask(() => delivery.ack());
    },
  });
  await eventually(() => assert.equal(delivered, 100_000));
  await consumer.close();
});
