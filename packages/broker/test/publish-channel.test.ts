import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { createTopology } from '@offload/contract';
import { eventually } from '@offload/test-services';
import type { ConfirmChannel, Options } from 'amqplib';
import { createCounters } from '../src/counters.ts';
import { PublishNotConfirmedError } from '../src/index.ts';
import { PublishChannel } from '../src/rabbitmq/publish-channel.ts';
import { routesOf } from '../src/rabbitmq/route.ts';
import { messageOf } from './inbox.ts';

const routes = routesOf(createTopology());

interface Sent {
  options: Options.Publish;
  confirm(error?: Error): void;
}

/** A channel whose broker does what the test says. */
class ScriptedChannel extends EventEmitter {
  readonly sent: Sent[] = [];

  publish(
    _exchange: string,
    _key: string,
    _body: Buffer,
    options: Options.Publish,
    done: (error: Error | null) => void,
  ) {
    this.sent.push({ options, confirm: (error) => done(error ?? null) });
  }

  confirm(index: number, error?: Error): void {
    this.sent[index]?.confirm(error);
  }

  giveBack(index: number): void {
    const properties = this.sent[index]?.options;
    this.emit('return', { fields: { exchange: '', routingKey: 'queue' }, properties, content: Buffer.alloc(0) });
  }
}

function open() {
  const channel = new ScriptedChannel();
  const told = { unroutable: 0, stalled: 0 };
  const counters = createCounters();
  const publishes = new PublishChannel(
    channel as unknown as ConfirmChannel,
    {
      onUnroutable: () => told.unroutable++,
      onStalled: () => told.stalled++,
    },
    counters,
  );
  const publish = (id: string, deadlineMs = 5_000) => publishes.publish(routes('queue'), messageOf(id), deadlineMs);
  return { channel, told, counters, publish, publishes };
}

test('fails the returned one of two publishes with the same id, whatever the order of their confirms', async () => {
  for (const returned of [0, 1]) {
    const { channel, told, publish } = open();
    const published = [publish('same'), publish('same')];
    channel.giveBack(returned);
    channel.confirm(1);
    channel.confirm(0);
    const results = await Promise.allSettled(published);
    assert.equal(results[returned]?.status, 'rejected');
    assert.equal(results[1 - returned]?.status, 'fulfilled');
    assert.equal(told.unroutable, 1);
  }
});

test('does not take a copy for the message that it was made of', async () => {
  const { channel, publishes, publish } = open();
  const published = [publish('same'), publish('same')];
  const { headers } = channel.sent[1]?.options ?? {};
  const copy = { properties: { messageId: 'copy', headers }, body: Buffer.alloc(0) };
  published.push(publishes.publish(routes('deadQueue'), copy, 5_000));
  channel.giveBack(2);
  for (const index of [0, 1, 2]) channel.confirm(index);
  const results = await Promise.allSettled(published);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
});

test('marks only the messages that their id does not name, and that may come back', async () => {
  const { channel, publish, publishes } = open();
  const anonymous = { properties: {}, body: Buffer.alloc(0) };
  void publish('one');
  void publishes.publish(routes('queue'), anonymous, 5_000);
  void publishes.publish(routes('control'), anonymous, 5_000);
  assert.equal(channel.sent[0]?.options.headers, undefined);
  assert.equal(typeof channel.sent[1]?.options.headers['x-offload-publish'], 'number');
  assert.equal(channel.sent[2]?.options.headers, undefined);
  for (const index of [0, 1, 2]) channel.confirm(index);
});

test('fails a publish that the broker refuses, with its reason', async () => {
  const { channel, publish } = open();
  const published = publish('one');
  channel.confirm(0, new Error('message nacked'));
  await assert.rejects(published, (error) => error instanceof PublishNotConfirmedError && error.cause instanceof Error);
});

test('counts each publish once, by what came of it', async () => {
  const { channel, counters, publish } = open();
  const published = ['confirmed', 'returned', 'refused', 'lost'].map((id) => publish(id));
  const late = publish('late', 20);
  await assert.rejects(late, /no confirm within 20 ms/);
  channel.giveBack(1);
  channel.confirm(0);
  channel.confirm(1);
  channel.confirm(2, new Error('message nacked'));
  channel.confirm(3, new Error('channel closed'));
  channel.confirm(4);
  await Promise.allSettled(published);
  assert.deepEqual(counters, { confirmed: 1, returned: 1, refused: 1, lost: 1, late: 1, reconnects: 0 });
});

test('reports a channel as stalled that has confirmed nothing but refused for a second', async (t) => {
  const { channel, told, publish } = open();
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const answered = async (atMs: number, error?: Error) => {
    now = 1000 + atMs;
    const published = publish(`at ${atMs}`);
    channel.confirm(channel.sent.length - 1, error);
    await published.catch(() => undefined);
    return told.stalled;
  };
  const nacked = new Error('message nacked');
  assert.equal(await answered(0, nacked), 0);
  assert.equal(await answered(900, nacked), 0);
  assert.equal(await answered(950), 0);
  assert.equal(await answered(1900, nacked), 0);
  assert.equal(await answered(2899, nacked), 0);
  assert.equal(await answered(2900, nacked), 1);
});

test('fails a publish past its deadline, and reports a channel without any confirm as stalled', async () => {
  const { channel, told, publish } = open();
  const later = publish('later', 10_000);
  await assert.rejects(publish('one', 20), /no confirm within 20 ms/);
  await eventually(() => assert.ok(told.stalled > 0));
  channel.confirm(0);
  channel.confirm(1);
  await later;
});

test('lets a slow channel go on while confirms still arrive', async () => {
  const { channel, told, publish } = open();
  const slow = publish('slow', 200);
  const fast = publish('fast');
  await eventually(() => channel.confirm(1));
  await fast;
  await assert.rejects(slow, /no confirm within 200 ms/);
  assert.equal(told.stalled, 0);
  channel.confirm(0);
});
