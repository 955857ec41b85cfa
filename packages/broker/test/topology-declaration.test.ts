import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amqpUrl, eventually, uniqueName } from '@offload/test-services';
import { PublishNotConfirmedError } from '../src/index.ts';
import { publish } from './inbox.ts';
import { connectForTest, LogRecorder, ownTopology, withChannel } from './rabbitmq-fixture.ts';

const url = amqpUrl();

describe('a queue or exchange that exists with other properties', () => {
  test('is named with both values and the fix, once, and no obstacle when it is gone', async (t) => {
    const logger = new LogRecorder();
    const topology = ownTopology();
    const { queue } = topology;
    await withChannel(url, (channel) => channel.assertQueue(queue, { durable: false }));
    const broker = connectForTest(t, url, { topology, logger });
    const consumer = broker.consume({ prefetch: 1, onDelivery() {} });
    await eventually(() => assert.equal(logger.of('error').length, 1));
    const [message = ''] = logger.of('error');
    assert.match(message, /^queue '.*' exists with durable = false, but Offload declares it with durable = true\. /);
    assert.ok(message.includes(queue));
    assert.match(message, /rabbitmqctl delete_queue .*, or set TASK_QUEUE to another name\.$/);
    await assert.rejects(publish(broker, 'one'), PublishNotConfirmedError);

    await withChannel(url, (channel) => channel.deleteQueue(queue));
    await broker.publisher.ready(AbortSignal.timeout(35_000));
    await consumer.live(AbortSignal.timeout(35_000));
    assert.equal(logger.of('error').length, 1);
  });

  test('is named with an argument that Offload does not declare', async (t) => {
    const logger = new LogRecorder();
    const topology = ownTopology();
    await withChannel(url, (channel) => channel.assertQueue(topology.queue, { arguments: { 'x-max-length': 10 } }));
    connectForTest(t, url, { topology, logger });
    await eventually(() => assert.equal(logger.of('error').length, 1));
    const [message = ''] = logger.of('error');
    assert.match(message, /exists with x-max-length = 10, but Offload declares it with x-max-length = none\. /);
    assert.match(message, /with a policy \(rabbitmqctl set_policy\) in place of the argument/);
  });

  test('is named when it is the exchange', async (t) => {
    const logger = new LogRecorder();
    const topology = ownTopology(uniqueName('exchange'));
    await withChannel(url, (channel) => channel.assertExchange(topology.exchange, 'fanout'));
    connectForTest(t, url, { topology, logger });
    await eventually(() => assert.equal(logger.of('error').length, 1));
    const [message = ''] = logger.of('error');
    assert.match(message, /^exchange '.*' exists with type = fanout, but Offload declares it with type = direct\. /);
    assert.match(message, /or set TASK_EXCHANGE to another name\.$/);
  });

  test('is named when it is the control exchange', async (t) => {
    const logger = new LogRecorder();
    const topology = ownTopology();
    await withChannel(url, (channel) => channel.assertExchange(topology.controlExchange, 'topic'));
    connectForTest(t, url, { topology, logger });
    await eventually(() => assert.equal(logger.of('error').length, 1));
    const [message = ''] = logger.of('error');
    assert.match(
      message,
      /^exchange '.*\.control' exists with type = topic, but Offload declares it with type = fanout\. /,
    );
    assert.match(message, /or set TASK_QUEUE to another name\.$/);
  });
});
