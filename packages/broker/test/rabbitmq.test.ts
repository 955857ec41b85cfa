import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amqpUrl, eventually, uniqueName } from '@offload/test-services';
import { PublishNotConfirmedError, UnsendableMessageError } from '../src/index.ts';
import { testConformance } from './conformance.ts';
import { CONFIRM_DEADLINE_MS, Ear, Inbox, messageOf, publish, publishTo, soon } from './inbox.ts';
import { LogRecorder, ownTopology, readyBroker, withChannel } from './rabbitmq-fixture.ts';

const url = amqpUrl();

testConformance('rabbitmq', (t) => readyBroker(t, url));

describe('rabbitmq: publishing', () => {
  test('makes every message persistent', async (t) => {
    const broker = await readyBroker(t, url);
    await publish(broker, 'one');
    const { message } = await (await Inbox.open(broker)).at(0);
    assert.equal(message.properties.deliveryMode, 2);
  });

  test('refuses a message that no queue takes, and declares the queue anew for the next one', async (t) => {
    const broker = await readyBroker(t, url);
    await withChannel(url, (channel) => channel.deleteQueue(broker.topology.queue));
    await assert.rejects(publish(broker, 'lost'), (error) => {
      assert.ok(error instanceof PublishNotConfirmedError);
      assert.match(error.message, /unroutable: no queue for routing key/);
      return true;
    });
    await publish(broker, 'next');
    await (await Inbox.open(broker)).hasReceived('next');
  });

  test('refuses every one of several unroutable messages with the same id', async (t) => {
    const broker = await readyBroker(t, url);
    await withChannel(url, (channel) => channel.deleteQueue(broker.topology.deadQueue));
    const dead = () => broker.publisher.publish('deadQueue', messageOf('same'), CONFIRM_DEADLINE_MS);
    const [first, alive, second] = await Promise.allSettled([dead(), publish(broker, 'same'), dead()]);
    assert.deepEqual([first.status, alive.status, second.status], ['rejected', 'fulfilled', 'rejected']);
  });

  test('refuses what AMQP cannot carry, and goes on', async (t) => {
    const broker = await readyBroker(t, url);
    const message = { properties: { messageId: 'x'.repeat(300) }, body: Buffer.from('{}') };
    await assert.rejects(broker.publisher.publish('queue', message, CONFIRM_DEADLINE_MS), UnsendableMessageError);
    await publish(broker, 'next');
    await (await Inbox.open(broker)).hasReceived('next');
  });

  test('sends through a named exchange that it declares and binds', async (t) => {
    const topology = ownTopology(uniqueName('exchange'));
    const broker = await readyBroker(t, url, { topology });
    await publish(broker, 'ours');
    await withChannel(url, async (channel) => {
      channel.publish(topology.exchange, topology.queue, Buffer.from('{}'), { messageId: 'theirs' });
    });
    await (await Inbox.open(broker)).hasReceived('ours', 'theirs');
  });

  test('comes back when its exchange is deleted', async (t) => {
    const topology = ownTopology(uniqueName('exchange'));
    const broker = await readyBroker(t, url, { topology });
    await withChannel(url, (channel) => channel.deleteExchange(topology.exchange));
    await assert.rejects(publish(broker, 'lost'), PublishNotConfirmedError);
    await broker.publisher.ready(soon());
    await publish(broker, 'next');
  });
});

describe('rabbitmq: consuming', () => {
  test('resumes within 5 s when its queue is deleted', async (t) => {
    const logger = new LogRecorder();
    const broker = await readyBroker(t, url, { logger });
    await publish(broker, 'before');
    const inbox = await Inbox.open(broker);
    const delivery = await inbox.at(0);
    await withChannel(url, (channel) => channel.deleteQueue(broker.topology.queue));
    await eventually(() => assert.equal(delivery.lost.aborted, true));
    delivery.ack();
    await inbox.consumer.live(AbortSignal.timeout(5000));
    await publish(broker, 'after');
    await inbox.hasReceived('before', 'after');
    assert.equal(logger.of('warn')[0], 'the broker cancelled the consumer');
  });

  test('can be closed before it was ever live', async (t) => {
    const broker = await readyBroker(t, url);
    const consumer = broker.consume({ prefetch: 1, onDelivery() {} });
    await consumer.cancel();
    await consumer.close();
    assert.equal(consumer.isLive, false);
  });

  test('takes messages of programs that set no property at all', async (t) => {
    const broker = await readyBroker(t, url);
    await withChannel(url, async (channel) => {
      channel.sendToQueue(broker.topology.queue, Buffer.from('Hello...'));
    });
    const { message } = await (await Inbox.open(broker)).at(0);
    assert.deepEqual({ ...message.properties, headers: { ...message.properties.headers } }, { headers: {} });
    assert.equal(message.body.toString(), 'Hello...');
  });
});

describe('rabbitmq: listening', () => {
  test('can be spoken to again when its exchange is deleted', async (t) => {
    const broker = await readyBroker(t, url);
    await withChannel(url, (channel) => channel.deleteExchange(broker.topology.controlExchange));
    await assert.rejects(publishTo(broker, 'control', 'lost'), PublishNotConfirmedError);
    await broker.publisher.ready(soon());
    const ear = await Ear.open(broker);
    await publishTo(broker, 'control', 'heard');
    await eventually(() => assert.deepEqual(ear.ids, ['heard']));
  });

  test('leaves no queue behind', async (t) => {
    const broker = await readyBroker(t, url);
    const { listener } = await Ear.open(broker);
    const { controlExchange } = broker.topology;
    await listener.close();
    await withChannel(url, (channel) => channel.deleteExchange(controlExchange, { ifUnused: true }));
  });
});

describe('rabbitmq: dead letters', () => {
  test('are none when somebody has deleted their queue, which is declared anew', async (t) => {
    const broker = await readyBroker(t, url);
    const { deadLetters, topology } = broker;
    const remove = () => withChannel(url, (channel) => channel.deleteQueue(topology.deadQueue));
    await remove();
    assert.equal(await deadLetters.count(1000), 0);
    await remove();
    assert.deepEqual(await deadLetters.peek(10, 1000), []);
    await remove();
    assert.equal(await deadLetters.redrive(10, 1000, async () => true), 0);
    await publishTo(broker, 'deadQueue', 'one');
    assert.equal(await deadLetters.count(1000), 1);
  });
});

describe('rabbitmq: figures', () => {
  test('answers for the queue when somebody has deleted it, and declares it anew', async (t) => {
    const broker = await readyBroker(t, url);
    const inbox = await Inbox.open(broker);
    await inbox.consumer.close();
    await withChannel(url, (channel) => channel.deleteQueue(broker.topology.queue));
    const { messagesReady, consumers } = await broker.queueFigures(1000);
    assert.deepEqual([messagesReady, consumers], [0, 0]);
    await publish(broker, 'one');
    assert.equal(broker.publisher.isReady, true);
  });
});
