import assert from 'node:assert/strict';
import { eventually } from '@offload/test-services';
import type { Broker, Consumer, Delivery, Destination, Listener, Message } from '../src/index.ts';

/** A consumer that keeps what it was given. */
export class Inbox {
  readonly deliveries: Delivery[] = [];
  readonly consumer: Consumer;

  private constructor(broker: Broker, prefetch: number, acknowledge: boolean, queue: string) {
    this.consumer = broker.consume({
      queue,
      prefetch,
      onDelivery: (delivery) => {
        this.deliveries.push(delivery);
        if (acknowledge) delivery.ack();
      },
    });
  }

  static async open(
    broker: Broker,
    { prefetch = 10, acknowledge = false, queue = broker.topology.queue } = {},
  ): Promise<Inbox> {
    const inbox = new Inbox(broker, prefetch, acknowledge, queue);
    await inbox.consumer.live(soon());
    return inbox;
  }

  get ids(): (string | undefined)[] {
    return idsOf(this.deliveries.map(({ message }) => message));
  }

  /** The delivery of this number, from 0, once it is there. */
  async at(index: number): Promise<Delivery> {
    return eventually(() => {
      const delivery = this.deliveries[index];
      assert.ok(delivery, `delivery ${index} has not arrived`);
      return delivery;
    });
  }

  async hasReceived(...ids: string[]): Promise<void> {
    await eventually(() => assert.deepEqual(this.ids, ids));
  }
}

/** A listener that keeps what it has heard. */
export class Ear {
  readonly messages: Message[] = [];
  /** How often it began to hear. */
  lives = 0;
  readonly listener: Listener;

  private constructor(broker: Broker, to: 'control' | 'events') {
    const options = {
      onMessage: (message: Message) => this.messages.push(message),
      onLive: () => this.lives++,
    };
    this.listener = to === 'control' ? broker.listenToControl(options) : broker.listenToEvents(options);
  }

  static async open(broker: Broker, to: 'control' | 'events' = 'control'): Promise<Ear> {
    const ear = new Ear(broker, to);
    await ear.listener.live(soon());
    return ear;
  }

  get ids(): (string | undefined)[] {
    return idsOf(this.messages);
  }

  async hasHeard(...ids: string[]): Promise<void> {
    await eventually(() => assert.deepEqual(this.ids, ids));
  }
}

export function idsOf(messages: readonly Message[]): (string | undefined)[] {
  return messages.map(({ properties }) => properties.messageId);
}

export const CONFIRM_DEADLINE_MS = 5_000;

/** A signal that ends a wait which should have ended long before. */
export function soon(): AbortSignal {
  return AbortSignal.timeout(10_000);
}

export function messageOf(id: string): Message {
  return { properties: { messageId: id, contentType: 'application/json' }, body: Buffer.from(JSON.stringify({ id })) };
}

/** Publishes one message after the other, so that their order is certain. */
export function publish(broker: Broker, ...ids: string[]): Promise<void> {
  return publishTo(broker, 'queue', ...ids);
}

export async function publishTo(broker: Broker, destination: Destination, ...ids: string[]): Promise<void> {
  for (const id of ids) await broker.publisher.publish(destination, messageOf(id), CONFIRM_DEADLINE_MS);
}
