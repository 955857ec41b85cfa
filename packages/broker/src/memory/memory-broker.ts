import { type TaskEvent, type Topology, taskQueues } from '@offload/contract';
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
import { MemoryDeadLetters } from './memory-dead-letters.ts';
import { MemoryListener } from './memory-listener.ts';
import { MemoryTaskQueue } from './memory-task-queue.ts';

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
  readonly #queues: ReadonlyMap<string, MemoryTaskQueue>;
  readonly #listeners = { control: new Set<MemoryListener>(), events: new Set<MemoryListener>() };
  readonly #announcer: Announcer;

  constructor(topology: Topology) {
    this.topology = topology;
    this.#queues = new Map(taskQueues(topology).map((queue) => [queue, new MemoryTaskQueue()]));
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
    return this.#queueNamed(options.queue).consume(options);
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

  async queueFigures(_deadlineMs: number, queue?: string): Promise<QueueFigures> {
    return this.#queueNamed(queue).figures;
  }

  async close(): Promise<void> {
    this.#ready.set(false);
    const { control, events } = this.#listeners;
    await Promise.all([...this.#queues.values(), ...control, ...events].map((closable) => closable.close()));
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
    if (destination === 'control' || destination === 'events') {
      const listening = [...this.#listeners[destination]];
      setImmediate(() => {
        for (const listener of listening) listener.hear(message);
      });
      return;
    }
    this.counters.confirmed++;
    if (destination === 'deadQueue') this.deadLetters.add(message);
    else {
      const queue = destination === 'queue' ? this.topology.queue : destination.queue;
      const taskQueue = this.#queues.get(queue);
      if (!taskQueue) throw new PublishNotConfirmedError(`unroutable: no queue '${queue}'`);
      taskQueue.push(message);
    }
  }

  #queueNamed(name = this.topology.queue): MemoryTaskQueue {
    const queue = this.#queues.get(name);
    if (!queue) throw new BrokerError(`there is no queue '${name}'`);
    return queue;
  }
}
