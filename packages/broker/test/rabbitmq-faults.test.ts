import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type RabbitMq, startRabbitMq } from '@offload/test-services';
import { type Broker, PublishNotConfirmedError } from '../src/index.ts';
import { Inbox, messageOf, publish, soon } from './inbox.ts';
import { LogRecorder, readyBroker } from './rabbitmq-fixture.ts';

let server: RabbitMq;

before(async () => {
  server = await startRabbitMq();
});

after(() => server.remove());

/** The names of the connections that the test's process has, sorted. */
async function connectionNames(): Promise<string[]> {
  const output = await server.ctl('--quiet', 'list_connections', 'client_properties', '--no-table-headers');
  return [...output.matchAll(/"connection_name",?\s*"([^"]+)"|connection_name",longstr,<<"([^"]+)">>/g)]
    .map(([, plain, erlang]) => plain ?? erlang ?? '')
    .sort();
}

async function assertConnections(...expected: string[]): Promise<void> {
  await eventually(async () => assert.deepEqual(await connectionNames(), expected), { timeoutMs: 15_000 });
}

async function assertWorking(broker: Broker, inbox: Inbox, id: string): Promise<void> {
  await broker.publisher.ready(soon());
  await inbox.consumer.live(soon());
  await publish(broker, id);
  await eventually(() => assert.ok(inbox.ids.includes(id)));
}

test('opens no consuming connection without a consumer, and closes both', async (t) => {
  const broker = await readyBroker(t, server.amqpUrl);
  await broker.queueFigures(1000);
  await assertConnections('broker-test publish');
  await Inbox.open(broker);
  await Inbox.open(broker);
  await broker.close();
  await assertConnections();
});

test('has one connection for each purpose after 20 forced closes', async (t) => {
  const broker = await readyBroker(t, server.amqpUrl);
  const inbox = await Inbox.open(broker, { acknowledge: true });
  await server.ctl(
    'eval',
    '[begin rabbit_networking:close_all_connections("test"), timer:sleep(200) end || _ <- lists:seq(1, 20)].',
  );
  await assertWorking(broker, inbox, 'after');
  await assertConnections('broker-test consume', 'broker-test publish');
});

test('refuses to publish while an alarm blocks it, goes on consuming, and resumes afterwards', async (t) => {
  const broker = await readyBroker(t, server.amqpUrl);
  await publish(broker, 'before');
  t.after(() => server.ctl('set_vm_memory_high_watermark', '0.4'));
  await server.ctl('set_vm_memory_high_watermark', '0.000001');
  await eventually(() =>
    assert.rejects(broker.publisher.publish('queue', messageOf('blocked'), 200), PublishNotConfirmedError),
  );
  await eventually(() => assert.equal(broker.publisher.isReady, false));
  await assert.rejects(publish(broker, 'refused'), /an alarm of the broker blocks publishing/);
  await assert.rejects(broker.queueFigures(1000), /an alarm of the broker blocks the connection/);
  const inbox = await Inbox.open(broker, { acknowledge: true });
  await inbox.at(0);
  assert.equal((await broker.queueFigures(1000)).consumers, 1);

  await server.ctl('set_vm_memory_high_watermark', '0.4');
  await assertWorking(broker, inbox, 'after');
});

test('resumes within 5 s when the broker closes the channel for an ack that took too long', async (t) => {
  const logger = new LogRecorder();
  const broker = await readyBroker(t, server.amqpUrl, { logger });
  t.after(() => server.ctl('eval', setAckTimeout(1_800_000, 60_000)));
  await server.ctl('eval', setAckTimeout(500, 500));
  const inbox = await Inbox.open(broker);
  await publish(broker, 'slow');
  const delivery = await inbox.at(0);
  await eventually(() => assert.equal(delivery.lost.aborted, true));
  delivery.ack();
  const again = await inbox.at(1);
  again.ack();
  assert.equal(again.redelivered, true);
  assert.match(logger.of('warn')[0] ?? '', /timeout|timed out/);
  assert.equal(broker.publisher.isReady, true);
});

test('comes back, with all messages, when the broker was killed', async (t) => {
  const broker = await readyBroker(t, server.amqpUrl);
  await publish(broker, 'kept');
  await server.kill();
  await eventually(() => assert.equal(broker.publisher.isReady, false));
  await server.start();
  const inbox = await Inbox.open(broker, { acknowledge: true });
  await assertWorking(broker, inbox, 'after');
  assert.deepEqual(inbox.ids, ['kept', 'after']);
});

function setAckTimeout(timeoutMs: number, tickMs: number): string {
  return `application:set_env(rabbit, consumer_timeout, ${timeoutMs}), application:set_env(rabbit, channel_tick_interval, ${tickMs}).`;
}
