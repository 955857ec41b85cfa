import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type TestContext, test } from 'node:test';
import { amqpUrl, eventually, freePort, startProxy, type TcpProxy } from '@offload/test-services';
import { type Broker, BrokerError, PublishNotConfirmedError } from '../src/index.ts';
import { Ear, Inbox, messageOf, publish, publishTo, soon } from './inbox.ts';
import { startMutingProxy } from './muting-proxy.ts';
import { connectForTest, LogRecorder, readyBroker } from './rabbitmq-fixture.ts';

const url = amqpUrl();
const address = { host: new URL(url).hostname, port: Number(new URL(url).port || 5672) };

/** The broker's URL, led through another address. */
function urlVia(host: string): string {
  const via = new URL(url);
  via.host = host;
  return via.href;
}

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
  const gate = createServer((socket) => {
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
async function publishThrough(broker: Broker, fault: () => void | Promise<void>) {
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

async function assertRecovered(broker: Broker, inbox: Inbox): Promise<void> {
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
  const { confirmed, lost, late, reconnects } = broker.counters;
  assert.equal(confirmed + lost + late, 501);
  assert.equal(reconnects, 2);
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

test('does not acknowledge on a new channel what the former one delivered', async (t) => {
  const { broker, proxy } = await proxied(t);
  await publish(broker, 'one', 'two');
  const inbox = await Inbox.open(broker);
  const former = [await inbox.at(0), await inbox.at(1)];
  await proxy.cut();
  await eventually(() => assert.equal(former[1]?.lost.aborted, true));
  await proxy.restore();
  const again = [await inbox.at(2), await inbox.at(3)];
  for (const delivery of former) delivery.ack();
  again[0]?.ack();
  await assertRecovered(broker, inbox);
  assert.deepEqual(
    again.map(({ lost }) => lost.aborted),
    [false, false],
  );
  await inbox.consumer.close();
  await (await Inbox.open(broker)).hasReceived('two', 'after');
});

test('opens a new channel when the broker confirms nothing any more, on the same connection', async (t) => {
  const logger = new LogRecorder();
  const { host, mute } = await startMutingProxy(t, address);
  const broker = connectForTest(t, url, { urls: [urlVia(host)], logger });
  await broker.publisher.ready(soon());
  mute();
  await assert.rejects(broker.publisher.publish('queue', messageOf('unconfirmed'), 200), /no confirm within 200 ms/);
  await eventually(() => assert.equal(broker.publisher.isReady, false), { intervalMs: 1 });
  await broker.publisher.ready(soon());
  await publish(broker, 'next');
  assert.deepEqual(logger.of('warn'), ['the broker stopped confirming']);
  await (await Inbox.open(broker)).hasReceived('unconfirmed', 'next');
});

test('hears again after the connection is back', async (t) => {
  const { broker, proxy } = await proxied(t);
  const ear = await Ear.open(broker);
  await proxy.cut();
  await eventually(() => assert.equal(ear.listener.isLive, false));
  await proxy.restore();
  await ear.listener.live(soon());
  await broker.publisher.ready(soon());
  await publishTo(broker, 'control', 'after');
  await ear.hasHeard('after');
  assert.equal(ear.lives, 2);
});

test('says of the dead letters that they cannot be had, within the deadline, when the network is silent', async (t) => {
  const { broker, proxy } = await proxied(t);
  await publishTo(broker, 'deadQueue', 'one');
  await proxy.blackHole();
  const { deadLetters } = broker;
  const startedAt = performance.now();
  await Promise.all([
    assert.rejects(deadLetters.count(300), BrokerError),
    assert.rejects(deadLetters.peek(1, 300), BrokerError),
    assert.rejects(
      deadLetters.redrive(1, 300, async () => true),
      BrokerError,
    ),
  ]);
  assert.ok(performance.now() - startedAt < 1000);
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
