import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectTcp, createServer as createTcpServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { describe, type TestContext, test } from 'node:test';
import { amqpUrl, eventually, freePort, startProxy, type TcpProxy, uniqueName } from '@offload/test-services';
import { BrokerError, PublishNotConfirmedError } from '../src/index.ts';
import { testConformance } from './conformance.ts';
import { CONFIRM_DEADLINE_MS, Inbox, messageOf, publish, soon } from './inbox.ts';
import { connectForTest, LogRecorder, ownTopology, readyBroker, withChannel } from './rabbitmq-fixture.ts';

const url = amqpUrl();
const address = { host: new URL(url).hostname, port: Number(new URL(url).port || 5672) };

/** The broker's URL, led through another address. */
function urlVia(host: string): string {
  const via = new URL(url);
  via.host = host;
  return via.href;
}

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
    await assert.rejects(broker.publisher.publish('queue', message, CONFIRM_DEADLINE_MS), PublishNotConfirmedError);
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

describe('rabbitmq: outages', () => {
  /** A broker behind a proxy that can break its connections. */
  async function proxied(t: TestContext, options = {}) {
    const proxy = await startProxy(address);
    t.after(() => proxy.close());
    const urls = [urlVia(`127.0.0.1:${proxy.port}`)];
    const broker = connectForTest(t, url, { urls, ...options });
    await broker.publisher.ready(soon());
    return { broker, proxy };
  }

  /** Hangs up on everybody until it lets them through to the broker. */
  async function startGate(t: TestContext) {
    let attempts = 0;
    let isOpen = false;
    const gate = createTcpServer((socket) => {
      attempts++;
      if (isOpen) void pipeline(socket, connectTcp(address), socket).catch(() => {});
      else socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    t.after(() => gate.close());
    return {
      host: `127.0.0.1:${(gate.address() as AddressInfo).port}`,
      attempts: () => attempts,
      letThrough: () => {
        isOpen = true;
      },
    };
  }

  /** Publishes so much that some of it is in flight when the network fails. */
  async function publishThrough(broker: Parameters<typeof publish>[0], fault: () => void | Promise<void>) {
    const ids = Array.from({ length: 500 }, (_, index) => `task-${index}`);
    const published = Promise.allSettled(ids.map((id) => broker.publisher.publish('queue', messageOf(id), 1000)));
    await fault();
    return published;
  }

  function assertSettled(results: PromiseSettledResult<void>[]): void {
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(result.reason instanceof PublishNotConfirmedError);
    }
  }

  async function assertRecovered(broker: Parameters<typeof publish>[0], inbox: Inbox): Promise<void> {
    await broker.publisher.ready(soon());
    await inbox.consumer.live(soon());
    await publish(broker, 'after');
    await eventually(() => assert.ok(inbox.ids.includes('after')));
  }

  test('fails what is in flight when the connection is cut, and comes back', async (t) => {
    const { broker, proxy } = await proxied(t);
    const inbox = await Inbox.open(broker, { acknowledge: true });
    assertSettled(await publishThrough(broker, () => proxy.cut()));
    await eventually(() => assert.equal(broker.publisher.isReady, false));
    await assert.rejects(publish(broker, 'meanwhile'), PublishNotConfirmedError);
    await eventually(() => assert.equal(inbox.consumer.isLive, false));
    await proxy.restore();
    await assertRecovered(broker, inbox);
  });

  test('tells deliveries that they are lost with the connection, and gets them again', async (t) => {
    const { broker, proxy } = await proxied(t);
    await publish(broker, 'one');
    const inbox = await Inbox.open(broker);
    const delivery = await inbox.at(0);
    await proxy.cut();
    await eventually(() => assert.equal(delivery.lost.aborted, true));
    await proxy.restore();
    const again = await inbox.at(1);
    delivery.ack();
    again.ack();
    assert.equal(again.redelivered, true);
    await assertRecovered(broker, inbox);
    assert.deepEqual(inbox.ids, ['one', 'one', 'after']);
  });

  test('fails a publish within its deadline when the network is silent, and comes back', async (t) => {
    const { broker, proxy } = await proxied(t, { heartbeatSeconds: 1 });
    const inbox = await Inbox.open(broker, { acknowledge: true });
    const startedAt = performance.now();
    const results = await publishThrough(broker, () => proxy.blackHole());
    assert.ok(performance.now() - startedAt < 1500);
    assertSettled(results);
    await eventually(() => assert.equal(broker.publisher.isReady, false));
    await proxy.restore();
    await assertRecovered(broker, inbox);
  });

  for (const fault of ['cut', 'blackHole'] as const satisfies (keyof TcpProxy)[]) {
    test(`closes within 5 s during an outage (${fault})`, async (t) => {
      const { broker, proxy } = await proxied(t);
      await Inbox.open(broker);
      await proxy[fault]();
      const startedAt = performance.now();
      await broker.close();
      assert.ok(performance.now() - startedAt < 5000);
    });
  }

  test('closes at once when the broker was never there', async (t) => {
    const nobody = `amqp://127.0.0.1:${await freePort()}`;
    const broker = connectForTest(t, url, { urls: [nobody] });
    broker.consume({ prefetch: 1, onDelivery() {} });
    await assert.rejects(publish(broker, 'one'), PublishNotConfirmedError);
    await assert.rejects(broker.queueFigures(50), BrokerError);
    await broker.close();
  });

  test('waits for a broker that is not there yet, and says nothing twice', async (t) => {
    const logger = new LogRecorder();
    const { host, attempts, letThrough } = await startGate(t);
    const broker = connectForTest(t, url, { urls: [urlVia(host)], logger });
    const consumer = broker.consume({ prefetch: 1, onDelivery() {} });
    await eventually(() => assert.ok(attempts() >= 5));
    letThrough();
    await broker.publisher.ready(soon());
    await consumer.live(soon());
    const warnings = logger.of('warn');
    assert.ok(warnings.length > 0);
    assert.deepEqual(warnings, [...new Set(warnings)]);
  });

  test('tries its URLs in turn', async (t) => {
    const nobody = `amqp://127.0.0.1:${await freePort()}`;
    const broker = await readyBroker(t, url, { urls: [nobody, url] });
    await publish(broker, 'one');
  });

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

describe('rabbitmq: a queue or exchange that exists with other properties', () => {
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
});

describe('rabbitmq: management API', () => {
  async function managementServer(t: TestContext, status: number, body: object) {
    const requests: { path: string | undefined; authorization: string | undefined }[] = [];
    const server = createServer((request, response) => {
      requests.push({ path: request.url, authorization: request.headers.authorization });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    return { requests, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  test('tells the unacknowledged messages, asked with its own credentials', async (t) => {
    const { requests, host } = await managementServer(t, 200, { messages_unacknowledged: 7 });
    const broker = await readyBroker(t, url, { managementUrl: `http://ops:p%40ss@${host}` });
    assert.equal((await broker.queueFigures(2000)).messagesUnacknowledged, 7);
    const vhost = encodeURIComponent(decodeURIComponent(new URL(url).pathname.slice(1)) || '/');
    assert.deepEqual(requests, [
      {
        path: `/api/queues/${vhost}/${broker.topology.queue}`,
        authorization: `Basic ${Buffer.from('ops:p@ss').toString('base64')}`,
      },
    ]);
  });

  test('leaves the figure open when it fails, and says so once', async (t) => {
    const logger = new LogRecorder();
    const { host } = await managementServer(t, 500, {});
    const broker = await readyBroker(t, url, { managementUrl: `http://${host}/`, logger });
    assert.equal((await broker.queueFigures(2000)).messagesUnacknowledged, null);
    assert.equal((await broker.queueFigures(2000)).messagesUnacknowledged, null);
    assert.deepEqual(logger.of('warn'), ['status 500']);
  });

  test('leaves the figure open when there is none', async (t) => {
    const broker = await readyBroker(t, url);
    assert.equal((await broker.queueFigures(1000)).messagesUnacknowledged, null);
  });
});
