import type { ConsumeOptions, Message, QueueFigures } from '../port.ts';
import { MemoryConsumer } from './memory-consumer.ts';
import { MessageQueue, type QueuedMessage } from './message-queue.ts';

/** Deliveries in one turn of the event loop, so that consumers which acknowledge at once leave room for others. */
const DELIVERIES_PER_TURN = 256;

/** A queue and those who consume it, in turn. */
export class MemoryTaskQueue {
  readonly #messages = new MessageQueue();
  /** Those that may get messages, the one whose turn is next first. */
  readonly #consuming: MemoryConsumer[] = [];
  /** Those that may hold messages: the consuming and the cancelled ones. */
  readonly #consumers = new Set<MemoryConsumer>();
  #deliveryScheduled = false;

  get figures(): QueueFigures {
    let messagesUnacknowledged = 0;
    for (const consumer of this.#consumers) messagesUnacknowledged += consumer.unacknowledged;
    return { messagesReady: this.#messages.length, messagesUnacknowledged, consumers: this.#consuming.length };
  }

  push(message: Message): void {
    this.#messages.push(message);
    this.#scheduleDelivery();
  }

  consume(options: ConsumeOptions): MemoryConsumer {
    const consumer = new MemoryConsumer(options, {
      onAck: () => this.#scheduleDelivery(),
      onGiveBack: (queued) => this.#giveBack([queued]),
      onCancel: (cancelled) => this.#consuming.splice(this.#consuming.indexOf(cancelled), 1),
      onClose: (closed, unacknowledged) => {
        this.#consumers.delete(closed);
        this.#giveBack(unacknowledged);
      },
    });
    this.#consumers.add(consumer);
    this.#consuming.push(consumer);
    this.#scheduleDelivery();
    return consumer;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.close()));
  }

  #giveBack(unacknowledged: Iterable<QueuedMessage>): void {
    this.#messages.giveBack(unacknowledged);
    this.#scheduleDelivery();
  }

  /** Never delivers inside a call of `publish` or `ack`, as no broker on a network would. */
  #scheduleDelivery(): void {
    if (this.#deliveryScheduled || this.#consuming.length === 0 || this.#messages.length === 0) return;
    this.#deliveryScheduled = true;
    setImmediate(() => this.#deliver());
  }

  #deliver(): void {
    this.#deliveryScheduled = false;
    for (let delivered = 0; delivered < DELIVERIES_PER_TURN; delivered++) {
      if (this.#messages.length === 0) return;
      const consumer = this.#takeTurn();
      if (!consumer) return;
      const queued = this.#messages.take();
      if (queued) consumer.deliver(queued);
    }
    this.#scheduleDelivery();
  }

  /** The next consumer that has credit; it goes to the end of the row. */
  #takeTurn(): MemoryConsumer | undefined {
    const index = this.#consuming.findIndex((consumer) => consumer.hasCredit);
    const [consumer] = index === -1 ? [] : this.#consuming.splice(index, 1);
    if (consumer) this.#consuming.push(consumer);
    return consumer;
  }
}
