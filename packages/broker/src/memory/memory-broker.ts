import type { TaskEvent, Topology } from '@offload/contract';
import { Announcer } from '../announcer.ts';
import { createCounters } from '../counters.ts';
import { BrokerError, PublishNotConfirmedError } from '../errors.ts';
import type {
  Broker,
  ConsumeOptions,
  Consumer,
  Destination,
  Listener,
  ListenOptions,
  Message,
  Publisher,
  QueueFigures,
} from '../port.ts';
import { assertPrefetch } from '../prefetch.ts';
import { Readiness } from '../readiness.ts';
import { MemoryConsumer } from './memory-consumer.ts';
import { MemoryDeadLetters } from './memory-dead-letters.ts';
import { MemoryListener } from './memory-listener.ts';
import { MessageQueue, type QueuedMessage } from './message-queue.ts';

/** Deliveries in one turn of the event loop, so that consumers which acknowledge at once leave room for others. */
const DELIVERIES_PER_TURN = 256;

/** A broker inside this process, for one process that is API and worker. Its messages end with it. */
export function createMemoryBroker(topology: Topology): Broker {
  return new InProcessBroker(topology);
}

class InProcessBroker implements Broker {
  readonly topology: Topology;
  readonly publisher: Publisher;
  readonly deadLetters = new MemoryDeadLetters();
  readonly counters = createCounters();
  readonly #ready = new Readiness();
  readonly #queue = new MessageQueue();
  /** Those that may get messages, the one whose turn is next first. */
  readonly #consuming: MemoryConsumer[] = [];
  /** Those that may hold messages: the consuming and the cancelled ones. */
  readonly #consumers = new Set<MemoryConsumer>();
  readonly #listeners = { control: new Set<MemoryListener>(), events: new Set<MemoryListener>() };
  readonly #announcer: Announcer;
  #deliveryScheduled = false;

  constructor(topology: Topology) {
    this.topology = topology;
    this.#ready.set(true);
    const ready = this.#ready;
    this.publisher = {
      get isReady() {
        return ready.isReady;
      },
      ready: (signal) => ready.wait(signal),
      publish: async (destination, message) => this.#publish(destination, message),
    };
    this.#announcer = new Announcer(this.publisher);
  }

  consume(options: ConsumeOptions): Consumer {
    if (!this.#ready.isReady) throw new BrokerError('the broker is closed');
    assertPrefetch(options.prefetch);
    const consumer = new MemoryConsumer(options, {
      onAck: () => this.#scheduleDelivery(),
      onCancel: (cancelled) => this.#consuming.splice(this.#consuming.indexOf(cancelled), 1),
      onClose: (closed, unacknowledged) => this.#giveBack(closed, unacknowledged),
    });
    this.#consumers.add(consumer);
    this.#consuming.push(consumer);
    this.#scheduleDelivery();
    return consumer;
  }

  listenToControl(options: ListenOptions): Listener {
    return this.#listen('control', options);
  }

  listenToEvents(options: ListenOptions): Listener {
    return this.#listen('events', options);
  }

  announce(event: TaskEvent): void {
    this.#announcer.announce(event);
  }

  async queueFigures(): Promise<QueueFigures> {
    let messagesUnacknowledged = 0;
    for (const consumer of this.#consumers) messagesUnacknowledged += consumer.unacknowledged;
    return { messagesReady: this.#queue.length, messagesUnacknowledged, consumers: this.#consuming.length };
  }

  async close(): Promise<void> {
    this.#ready.set(false);
    const { control, events } = this.#listeners;
    await Promise.all([...this.#consumers, ...control, ...events].map((subscription) => subscription.close()));
  }

  #listen(to: 'control' | 'events', options: ListenOptions): Listener {
    if (!this.#ready.isReady) throw new BrokerError('the broker is closed');
    const listening = this.#listeners[to];
    const listener = new MemoryListener(options, (closed) => listening.delete(closed));
    listening.add(listener);
    return listener;
  }

  #publish(destination: Destination, message: Message): void {
    if (!this.#ready.isReady) throw new PublishNotConfirmedError('the broker is closed');
    this.counters.confirmed++;
    if (destination === 'deadQueue') {
      this.deadLetters.add(message);
    } else if (destination === 'control' || destination === 'events') {
      const listening = [...this.#listeners[destination]];
      setImmediate(() => {
        for (const listener of listening) listener.hear(message);
      });
    } else {
      this.#queue.push(message);
      this.#scheduleDelivery();
    }
  }

  #giveBack(consumer: MemoryConsumer, unacknowledged: Iterable<QueuedMessage>): void {
    this.#consumers.delete(consumer);
    this.#queue.giveBack(unacknowledged);
    this.#scheduleDelivery();
  }

  /** Never delivers inside a call of `publish` or `ack`, as no broker on a network would. */
  #scheduleDelivery(): void {
    if (this.#deliveryScheduled || this.#consuming.length === 0 || this.#queue.length === 0) return;
    this.#deliveryScheduled = true;
    setImmediate(() => this.#deliver());
  }

  #deliver(): void {
    this.#deliveryScheduled = false;
    for (let delivered = 0; delivered < DELIVERIES_PER_TURN; delivered++) {
      if (this.#queue.length === 0) return;
      const consumer = this.#takeTurn();
      if (!consumer) return;
      const queued = this.#queue.take();
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
