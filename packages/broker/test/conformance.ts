import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { decodeEvents, type TaskEvent } from '@offload/contract';
import { eventually, latch } from '@offload/test-services';
import { type Broker, BrokerError, type Message, PublishNotConfirmedError } from '../src/index.ts';
import { CONFIRM_DEADLINE_MS, Ear, Inbox, idsOf, messageOf, publish, publishTo, soon } from './inbox.ts';

/** Gives a broker that is ready, on a queue of its own, and takes both away after the test. */
export type BrokerFactory = (t: TestContext) => Promise<Broker>;

/** What every adapter does. */
export function testConformance(adapter: string, createBroker: BrokerFactory): void {
  describe(`${adapter}: publishing`, () => {
    test('delivers a message with its properties and body unchanged', async (t) => {
      const broker = await createBroker(t);
      const message: Message = {
        properties: {
          deliveryMode: 2,
          contentType: 'application/json',
          messageId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
          type: 'sleep',
          timestamp: 1_730_000_000,
          correlationId: 'request-1',
          priority: 3,
          appId: 'offload',
          headers: { v: 1, 'max-attempts': 3, 'timeout-ms': 60_000, traceparent: '00-ab-cd-01' },
        },
        body: Buffer.from('{"message":"Hällo..."}'),
      };
      await broker.publisher.publish('queue', message, CONFIRM_DEADLINE_MS);
      const { message: received } = await (await Inbox.open(broker)).at(0);
      assert.deepEqual({ ...received.properties, headers: { ...received.properties.headers } }, message.properties);
      assert.deepEqual(received.body, message.body);
    });

    test('leaves absent properties absent and takes an empty body', async (t) => {
      const broker = await createBroker(t);
      await broker.publisher.publish('queue', { properties: {}, body: Buffer.alloc(0) }, CONFIRM_DEADLINE_MS);
      const { message } = await (await Inbox.open(broker)).at(0);
      assert.equal('messageId' in message.properties, false);
      assert.equal('correlationId' in message.properties, false);
      assert.equal(message.body.length, 0);
    });

    test('delivers in the order of publishing', async (t) => {
      const broker = await createBroker(t);
      const ids = Array.from({ length: 50 }, (_, index) => `task-${index}`);
      await Promise.all(ids.map((id) => broker.publisher.publish('queue', messageOf(id), CONFIRM_DEADLINE_MS)));
      await (await Inbox.open(broker, { prefetch: 50 })).hasReceived(...ids);
    });

    test('confirms thousands of messages in flight and delivers each once', async (t) => {
      const broker = await createBroker(t);
      const ids = Array.from({ length: 3000 }, (_, index) => `task-${index}`);
      const inbox = await Inbox.open(broker, { prefetch: 100, acknowledge: true });
      await Promise.all(ids.map((id) => broker.publisher.publish('queue', messageOf(id), CONFIRM_DEADLINE_MS)));
      await eventually(() => assert.equal(inbox.deliveries.length, ids.length));
      assert.equal(new Set(inbox.ids).size, ids.length);
    });

    test('confirms the same task id in flight twice', async (t) => {
      const broker = await createBroker(t);
      await Promise.all([publish(broker, 'same'), publish(broker, 'same')]);
      await (await Inbox.open(broker)).hasReceived('same', 'same');
    });

    test('never delivers before publish has returned', async (t) => {
      const broker = await createBroker(t);
      const inbox = await Inbox.open(broker);
      const published = publish(broker, 'one');
      assert.equal(inbox.deliveries.length, 0);
      await published;
      await inbox.hasReceived('one');
    });

    test('keeps the dead queue apart from the task queue', async (t) => {
      const broker = await createBroker(t);
      await publishTo(broker, 'deadQueue', 'dead');
      await publish(broker, 'alive');
      await (await Inbox.open(broker)).hasReceived('alive');
    });

    test('is ready until it is closed, and then refuses at once', async (t) => {
      const broker = await createBroker(t);
      assert.equal(broker.publisher.isReady, true);
      await broker.publisher.ready(soon());
      await broker.close();
      assert.equal(broker.publisher.isReady, false);
      await assert.rejects(publish(broker, 'late'), PublishNotConfirmedError);
    });

    test("gives up waiting for readiness with the signal's reason", async (t) => {
      const broker = await createBroker(t);
      await broker.close();
      const reason = new Error('enough');
      const waiting = new AbortController();
      const ready = broker.publisher.ready(waiting.signal);
      waiting.abort(reason);
      await assert.rejects(ready, reason);
      await assert.rejects(broker.publisher.ready(waiting.signal), reason);
    });
  });

  describe(`${adapter}: consuming`, () => {
    test('hands out no more than the prefetch, and the next one after an ack', async (t) => {
      const broker = await createBroker(t);
      await publish(broker, 'one', 'two', 'three', 'four');
      const inbox = await Inbox.open(broker, { prefetch: 2 });
      await inbox.hasReceived('one', 'two');
      await eventually(async () => assert.equal((await broker.queueFigures(1000)).messagesReady, 2));
      assert.deepEqual(inbox.ids, ['one', 'two']);
      inbox.deliveries[1]?.ack();
      await inbox.hasReceived('one', 'two', 'three');
    });

    test('serves several consumers in turn', async (t) => {
      const broker = await createBroker(t);
      const inboxes = [await Inbox.open(broker), await Inbox.open(broker)];
      await publish(broker, 'one', 'two', 'three', 'four', 'five', 'six');
      await eventually(() =>
        assert.deepEqual(
          inboxes.map(({ deliveries }) => deliveries.length),
          [3, 3],
        ),
      );
    });

    test('leaves a busy consumer alone while another one is free', async (t) => {
      const broker = await createBroker(t);
      const busy = await Inbox.open(broker, { prefetch: 1 });
      await publish(broker, 'long');
      await busy.hasReceived('long');
      const free = await Inbox.open(broker, { prefetch: 1, acknowledge: true });
      await publish(broker, 'one', 'two', 'three');
      await free.hasReceived('one', 'two', 'three');
    });

    test('gives what a closed consumer has not acknowledged to others, in its old place and marked as redelivered', async (t) => {
      const broker = await createBroker(t);
      await publish(broker, 'one', 'two', 'three', 'four');
      const first = await Inbox.open(broker, { prefetch: 3 });
      await first.hasReceived('one', 'two', 'three');
      assert.equal(first.deliveries[0]?.redelivered, false);
      await first.consumer.close();
      const second = await Inbox.open(broker);
      await second.hasReceived('one', 'two', 'three', 'four');
      assert.deepEqual(
        second.deliveries.map(({ redelivered }) => redelivered),
        [true, true, true, false],
      );
    });

    test('tells every delivery that it is lost when the consumer is closed, and ignores its ack', async (t) => {
      const broker = await createBroker(t);
      await publish(broker, 'one');
      const first = await Inbox.open(broker);
      const delivery = await first.at(0);
      assert.equal(delivery.lost.aborted, false);
      await first.consumer.close();
      assert.equal(delivery.lost.aborted, true);
      assert.ok(delivery.lost.reason instanceof BrokerError);
      delivery.ack();
      await (await Inbox.open(broker)).hasReceived('one');
    });

    test('acknowledges what is done and nothing else, in whatever order', async (t) => {
      const broker = await createBroker(t);
      const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
      await publish(broker, ...ids);
      const inbox = await Inbox.open(broker, { prefetch: ids.length });
      await inbox.hasReceived(...ids);
      const ack = (...numbers: number[]) => {
        for (const number of numbers) inbox.deliveries[number - 1]?.ack();
      };
      ack(5, 2);
      await eventually(async () => assert.equal((await broker.queueFigures(1000)).messagesReady, 0));
      ack(1, 3);
      await inbox.consumer.close();
      const other = await Inbox.open(broker, { prefetch: ids.length });
      await other.hasReceived('four', 'six');
      assert.deepEqual(other.ids.sort(), ['four', 'six']);
    });

    test('does not take an ack of one delivery twice', async (t) => {
      const broker = await createBroker(t);
      await publish(broker, 'one', 'two', 'three');
      const inbox = await Inbox.open(broker, { prefetch: 2 });
      const delivery = await inbox.at(0);
      delivery.ack();
      delivery.ack();
      await inbox.hasReceived('one', 'two', 'three');
      inbox.deliveries[1]?.ack();
      inbox.deliveries[2]?.ack();
      await inbox.consumer.close();
      assert.equal((await broker.queueFigures(1000)).messagesReady, 0);
    });

    test('delivers nothing after a cancel, and still takes the acks of what it had delivered', async (t) => {
      const broker = await createBroker(t);
      await publish(broker, 'one');
      const inbox = await Inbox.open(broker);
      const delivery = await inbox.at(0);
      await inbox.consumer.cancel();
      assert.equal(inbox.consumer.isLive, false);
      assert.equal(delivery.lost.aborted, false);
      await publish(broker, 'two');
      const other = await Inbox.open(broker);
      await other.hasReceived('two');
      delivery.ack();
      await inbox.consumer.close();
      assert.deepEqual(inbox.ids, ['one']);
      await publish(broker, 'three');
      await other.hasReceived('two', 'three');
    });

    test('ends once, however often it is cancelled and closed', async (t) => {
      const broker = await createBroker(t);
      const { consumer } = await Inbox.open(broker);
      await Promise.all([consumer.cancel(), consumer.cancel()]);
      await Promise.all([consumer.close(), consumer.close()]);
      await consumer.cancel();
      assert.equal(consumer.isLive, false);
      await eventually(async () => assert.equal((await broker.queueFigures(1000)).consumers, 0));
    });

    test("gives up waiting for a consumer with the signal's reason", async (t) => {
      const broker = await createBroker(t);
      const { consumer } = await Inbox.open(broker);
      await consumer.close();
      await assert.rejects(consumer.live(AbortSignal.abort(new Error('enough'))), /enough/);
    });

    test('refuses a prefetch that is no limit', async (t) => {
      const broker = await createBroker(t);
      for (const prefetch of [0, -1, 1.5, 65_536]) {
        assert.throws(() => broker.consume({ prefetch, onDelivery() {} }), RangeError);
      }
    });

    test('refuses new consumers after its end', async (t) => {
      const broker = await createBroker(t);
      await broker.close();
      assert.throws(() => broker.consume({ prefetch: 1, onDelivery() {} }), BrokerError);
    });
  });

  for (const to of ['control', 'events'] as const) {
    describe(`${adapter}: listening to ${to}`, () => {
      test('tells everybody who listens, in the order of publishing, and nobody else', async (t) => {
        const broker = await createBroker(t);
        const ears = [await Ear.open(broker, to), await Ear.open(broker, to)];
        const inbox = await Inbox.open(broker);
        await publishTo(broker, to, 'one', 'two');
        await publish(broker, 'task');
        for (const ear of ears) await ear.hasHeard('one', 'two');
        await inbox.hasReceived('task');
        assert.equal(await broker.deadLetters.count(1000), 0);
      });

      test('brings a message with its properties and body unchanged, transient', async (t) => {
        const broker = await createBroker(t);
        const ear = await Ear.open(broker, to);
        const properties = { deliveryMode: 1, contentType: 'application/json', type: 'cancel', appId: 'offload' };
        const message = { properties: { ...properties, headers: { v: 1 } }, body: Buffer.from('{"taskId":"x"}') };
        await broker.publisher.publish(to, message, CONFIRM_DEADLINE_MS);
        const heard = await eventually(() => ear.messages[0] ?? assert.fail('nothing was heard'));
        assert.deepEqual(
          { ...heard.properties, headers: { ...heard.properties.headers } },
          { ...properties, headers: { v: 1 } },
        );
        assert.deepEqual(heard.body, message.body);
      });

      test('takes a message that nobody listens to, which is lost', async (t) => {
        const broker = await createBroker(t);
        await publishTo(broker, to, 'lost');
        assert.equal(broker.publisher.isReady, true);
        const ear = await Ear.open(broker, to);
        await publishTo(broker, to, 'heard');
        await ear.hasHeard('heard');
      });

      test('tells nothing to a listener that was closed, however often', async (t) => {
        const broker = await createBroker(t);
        const [closed, other] = [await Ear.open(broker, to), await Ear.open(broker, to)];
        await Promise.all([closed.listener.close(), closed.listener.close()]);
        assert.equal(closed.listener.isLive, false);
        await assert.rejects(closed.listener.live(AbortSignal.abort(new Error('enough'))), /enough/);
        await publishTo(broker, to, 'late');
        await other.hasHeard('late');
        assert.deepEqual(closed.ids, []);
      });

      test('ends with the broker, which takes no new listener', async (t) => {
        const broker = await createBroker(t);
        const { listener } = await Ear.open(broker, to);
        await broker.close();
        assert.equal(listener.isLive, false);
        const options = { onMessage() {} };
        assert.throws(
          () => (to === 'control' ? broker.listenToControl(options) : broker.listenToEvents(options)),
          BrokerError,
        );
      });

      test('says when it begins to hear', async (t) => {
        const broker = await createBroker(t);
        const ear = await Ear.open(broker, to);
        await eventually(() => assert.equal(ear.lives, 1));
      });

      test('hears nothing of what is said on the other channel', async (t) => {
        const broker = await createBroker(t);
        const ear = await Ear.open(broker, to);
        await publishTo(broker, to === 'control' ? 'events' : 'control', 'other');
        await publishTo(broker, to, 'own');
        await ear.hasHeard('own');
      });
    });
  }

  describe(`${adapter}: announcing`, () => {
    const events: TaskEvent[] = [
      { taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', kind: 'changed' },
      { taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c12', kind: 'settled' },
    ];

    test('brings all that is announced in one turn as one message, and in order', async (t) => {
      const broker = await createBroker(t);
      const ear = await Ear.open(broker, 'events');
      for (const event of events) broker.announce(event);
      await eventually(() => assert.equal(ear.messages.length, 1));
      await new Promise(setImmediate);
      for (const event of events.toReversed()) broker.announce(event);
      await eventually(() => assert.equal(ear.messages.length, 2));
      assert.deepEqual(ear.messages.map(decodeEvents), [events, events.toReversed()]);
    });

    test('is of no consequence when nobody listens, or the broker is closed', async (t) => {
      const broker = await createBroker(t);
      for (const event of events) broker.announce(event);
      await publish(broker, 'task');
      assert.equal(broker.publisher.isReady, true);
      await broker.close();
      for (const event of events) broker.announce(event);
      await new Promise(setImmediate);
    });
  });

  describe(`${adapter}: dead letters`, () => {
    const DEADLINE_MS = 5_000;
    const all = async ({ deadLetters }: Broker) => idsOf(await deadLetters.peek(100, DEADLINE_MS));

    test('are none at first', async (t) => {
      const { deadLetters } = await createBroker(t);
      assert.equal(await deadLetters.count(DEADLINE_MS), 0);
      assert.deepEqual(await deadLetters.peek(10, DEADLINE_MS), []);
      assert.equal(await deadLetters.redrive(10, DEADLINE_MS, async () => true), 0);
    });

    test('can be looked at, oldest first, and stay where they are', async (t) => {
      const broker = await createBroker(t);
      await publishTo(broker, 'deadQueue', 'one', 'two', 'three');
      for (let look = 1; look <= 3; look++) {
        await eventually(async () => assert.equal(await broker.deadLetters.count(DEADLINE_MS), 3));
        const messages = await broker.deadLetters.peek(2, DEADLINE_MS);
        assert.deepEqual(idsOf(messages), ['one', 'two']);
        assert.deepEqual(messages[0]?.body, messageOf('one').body);
      }
      await eventually(async () => assert.deepEqual(await all(broker), ['one', 'two', 'three']));
    });

    test('are handed out one after the other, and removed when they were taken', async (t) => {
      const broker = await createBroker(t);
      await publishTo(broker, 'deadQueue', 'one', 'two', 'three', 'four');
      const handedOut: (string | undefined)[] = [];
      let atOnce = 0;
      const removed = await broker.deadLetters.redrive(3, DEADLINE_MS, async ({ properties: { messageId } }) => {
        assert.equal(++atOnce, 1);
        handedOut.push(messageId);
        await publish(broker, `again-${messageId}`);
        atOnce--;
        return messageId !== 'two';
      });
      assert.equal(removed, 2);
      assert.deepEqual(handedOut, ['one', 'two', 'three']);
      await eventually(async () => assert.deepEqual(await all(broker), ['two', 'four']));
    });

    test('stay where they are from the first on that cannot be taken, and the reason is told', async (t) => {
      const broker = await createBroker(t);
      await publishTo(broker, 'deadQueue', 'one', 'two', 'three');
      const reason = new Error('the store is away');
      const redriven = broker.deadLetters.redrive(10, DEADLINE_MS, async ({ properties }) => {
        if (properties.messageId === 'two') throw reason;
        return true;
      });
      await assert.rejects(redriven, reason);
      await eventually(async () => assert.deepEqual(await all(broker), ['two', 'three']));
    });

    test('stay where they are when the deadline passes, even if one is taken later', async (t) => {
      const broker = await createBroker(t);
      await publishTo(broker, 'deadQueue', 'one', 'two');
      const answer = latch<boolean>();
      await assert.rejects(
        broker.deadLetters.redrive(10, 200, () => answer.opened),
        BrokerError,
      );
      await eventually(async () => assert.equal(await broker.deadLetters.count(DEADLINE_MS), 2));
      answer.open(true);
      assert.deepEqual(await all(broker), ['one', 'two']);
    });
  });

  describe(`${adapter}: named queues`, () => {
    const otherQueue = ({ topology }: Broker) => topology.namedQueues[0] ?? assert.fail('the topology has one');

    test('a message goes to the queue that was named, and to no other', async (t) => {
      const broker = await createBroker(t);
      const queue = otherQueue(broker);
      await publishTo(broker, { queue }, 'one');
      await publishTo(broker, { queue: broker.topology.queue }, 'two');
      await (await Inbox.open(broker)).hasReceived('two');
      await (await Inbox.open(broker, { queue })).hasReceived('one');
    });

    test('each queue has a prefetch and figures of its own', async (t) => {
      const broker = await createBroker(t);
      const queue = otherQueue(broker);
      await publish(broker, 'one', 'two');
      await publishTo(broker, { queue }, 'three', 'four', 'five');
      const inbox = await Inbox.open(broker, { prefetch: 1 });
      const other = await Inbox.open(broker, { prefetch: 2, queue });
      await inbox.hasReceived('one');
      await other.hasReceived('three', 'four');
      await eventually(async () => {
        const figures = [await broker.queueFigures(1000), await broker.queueFigures(1000, queue)];
        assert.deepEqual(
          figures.map(({ messagesReady, consumers }) => [messagesReady, consumers]),
          [
            [1, 1],
            [1, 1],
          ],
        );
      });
    });

    test('what is sent to a queue that does not exist is not confirmed', async (t) => {
      const broker = await createBroker(t);
      const queue = `${broker.topology.queue}.missing`;
      await assert.rejects(publishTo(broker, { queue }, 'one'), PublishNotConfirmedError);
      await publish(broker, 'two');
      await (await Inbox.open(broker)).hasReceived('two');
    });
  });

  describe(`${adapter}: giving back`, () => {
    test('a delivery that is given back goes to another consumer, marked, and the others stay', async (t) => {
      const broker = await createBroker(t);
      await publish(broker, 'one', 'two');
      const inbox = await Inbox.open(broker);
      await inbox.hasReceived('one', 'two');
      await inbox.consumer.cancel();
      const [one, two] = [await inbox.at(0), await inbox.at(1)];
      two.giveBack();
      two.ack();
      const other = await Inbox.open(broker, { acknowledge: true });
      assert.equal((await other.at(0)).redelivered, true);
      one.ack();
      one.giveBack();
      await inbox.consumer.close();
      await other.hasReceived('two');
      assert.equal((await broker.queueFigures(1000)).messagesReady, 0);
    });
  });

  describe(`${adapter}: broker`, () => {
    test('counts ready messages and consumers', async (t) => {
      const broker = await createBroker(t);
      const empty = await broker.queueFigures(1000);
      assert.deepEqual([empty.messagesReady, empty.consumers], [0, 0]);
      await publish(broker, 'one', 'two', 'three');
      await eventually(async () => assert.equal((await broker.queueFigures(1000)).messagesReady, 3));
      await (await Inbox.open(broker, { prefetch: 1 })).hasReceived('one');
      await eventually(async () => {
        const { messagesReady, consumers } = await broker.queueFigures(1000);
        assert.deepEqual([messagesReady, consumers], [2, 1]);
      });
    });

    test('ends every consumer when it is closed, once', async (t) => {
      const broker = await createBroker(t);
      await publish(broker, 'one');
      const inbox = await Inbox.open(broker);
      const delivery = await inbox.at(0);
      await Promise.all([broker.close(), broker.close()]);
      assert.equal(inbox.consumer.isLive, false);
      assert.equal(delivery.lost.aborted, true);
      await broker.close();
    });
  });
}
