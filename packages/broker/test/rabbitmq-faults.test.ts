import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type RabbitMq, startRabbitMq, uniqueName } from '@offload/test-services';
import { type Broker, PublishNotConfirmedError } from '../src/index.ts';
import { Ear, Inbox, idsOf, messageOf, publish, publishTo, soon } from './inbox.ts';
import { LogRecorder, ownTopology, readyBroker, withChannel } from './rabbitmq-fixture.ts';

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

/** Erlang: takes the queues, and so the consumers, whose channels are closed, and in the middle of that the connections. */
const LOSE_EVERYTHING = `
  [catch rabbit_amqqueue:delete(Queue, false, false, <<"test">>) || Queue <- rabbit_amqqueue:list(<<"offload">>)],
  catch rabbit_networking:close_all_connections("test")`;

/** Has a hundred messages in flight at any time, until one is refused. */
async function publishUntilRefused({ publisher }: Broker) {
  const confirmed: string[] = [];
  const refusals: unknown[] = [];
  while (refusals.length === 0) {
    const ids = Array.from({ length: 100 }, (_, index) => `task-${confirmed.length + index}`);
    const results = await Promise.allSettled(ids.map((id) => publisher.publish('queue', messageOf(id), 5_000)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') confirmed.push(ids[index] ?? '');
      else refusals.push(result.reason);
    }
  }
  return { confirmed, refusals };
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

test('has one connection for each purpose and one consumer after losing queues, channels and connections 20 times', async (t) => {
  const broker = await readyBroker(t, server.amqpUrl);
  const inbox = await Inbox.open(broker, { acknowledge: true });
  const ear = await Ear.open(broker);
  for (let time = 0; time < 20; time++) await server.ctl('eval', `${LOSE_EVERYTHING}.`);
  await assertWorking(broker, inbox, 'after');
  await ear.listener.live(soon());
  await publishTo(broker, 'control', 'heard');
  await ear.hasHeard('heard');
  await assertConnections('broker-test consume', 'broker-test publish');
  assert.equal((await broker.queueFigures(1000)).consumers, 1);
});

test('fails what is in flight when the broker closes the channel alone, forgets none, and goes on', async (t) => {
  const topology = ownTopology(uniqueName('exchange'));
  const broker = await readyBroker(t, server.amqpUrl, { topology });
  const inbox = await Inbox.open(broker, { prefetch: 1000, acknowledge: true });
  const before = await server.ctl('--quiet', 'list_connections', 'pid');
  const publishing = publishUntilRefused(broker);
  await withChannel(server.amqpUrl, (channel) => channel.deleteExchange(topology.exchange));
  const { confirmed, refusals } = await publishing;
  for (const refusal of refusals) assert.ok(refusal instanceof PublishNotConfirmedError);
  await assertWorking(broker, inbox, 'after');
  await eventually(() => {
    const received = new Set(inbox.ids);
    assert.deepEqual(
      confirmed.filter((id) => !received.has(id)),
      [],
    );
  });
  assert.equal(await server.ctl('--quiet', 'list_connections', 'pid'), before);
});

test('hears again when its queue is deleted', async (t) => {
  const broker = await readyBroker(t, server.amqpUrl);
  const ear = await Ear.open(broker);
  const queues = await server.ctl('--quiet', 'list_queues', '--vhost', server.vhost, 'name', '--no-table-headers');
  const [queue = ''] = queues.split('\n').filter((name) => name.startsWith('amq.gen'));
  await server.ctl('delete_queue', '--vhost', server.vhost, queue);
  await eventually(async () => {
    await publishTo(broker, 'control', 'heard');
    assert.ok(ear.ids.includes('heard'));
  });
});

test('keeps dead letters that are looked at more often than a quorum queue takes messages back', async (t) => {
  const broker = await readyBroker(t, server.amqpUrl);
  const { deadQueue } = broker.topology;
  await server.ctl(
    ...['set_policy', '--vhost', server.vhost, '--apply-to', 'queues'],
    ...['limit', `^${deadQueue.replace('.', '\\.')}$`, '{"delivery-limit":20}'],
  );
  await publishTo(broker, 'deadQueue', 'one', 'two', 'three');
  const look = async () => {
    await eventually(async () => assert.equal(await broker.deadLetters.count(1000), 3));
    return idsOf(await broker.deadLetters.peek(2, 5000));
  };
  for (let number = 1; number <= 10; number++) assert.deepEqual(await look(), ['one', 'two']);
  for (let number = 11; number <= 60; number++) assert.equal((await look()).length, 2);
  for (let number = 1; number <= 30; number++) await broker.deadLetters.redrive(10, 5000, async () => false);
  await eventually(async () =>
    assert.deepEqual(idsOf(await broker.deadLetters.peek(10, 5000)).sort(), ['one', 'three', 'two']),
  );
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
