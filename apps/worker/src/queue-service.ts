import type { Broker, Consumer, Delivery } from '@offload/broker';
import type { QueueShare } from '@offload/store';
import { type ConsumerDependencies, consume } from './consumer.ts';
import { Frontiers } from './frontiers.ts';
import type { ServedQueue } from './served-queues.ts';

/** From one beginning to take tasks to its end. */
interface Shift {
  consumer: Consumer;
  /** Deliveries that are not settled. */
  running: Set<Promise<void>>;
  /** Aborted when nothing more is to be started. */
  halting: AbortController;
  ended?: Promise<void>;
}

export type ServiceDependencies = Omit<ConsumerDependencies, 'queue' | 'frontiers' | 'stopping'>;

/**
 * Takes the tasks of one queue, except while it is paused. A pause ends the subscription, gives back what was delivered and not
 * started, and lets what runs finish; before that, no new subscription begins, so that there are never more handlers than slots.
 */
export class QueueService {
  readonly queue: string;
  readonly frontiers = new Frontiers();
  readonly #broker: Broker;
  readonly #prefetch: number;
  readonly #dependencies: ServiceDependencies;
  /** Paused until the store has said that it is not. */
  #isPaused = true;
  #isHalted = false;
  #shift: Shift | undefined;
  #taken = 0;

  constructor({ name, concurrency }: ServedQueue, broker: Broker, dependencies: ServiceDependencies) {
    this.queue = name;
    this.#prefetch = concurrency;
    this.#broker = broker;
    this.#dependencies = dependencies;
  }

  /** Whether it takes tasks, or rightly takes none. */
  get isReady(): boolean {
    return this.#isPaused || this.#shift?.ended !== undefined || this.#shift?.consumer.isLive === true;
  }

  get share(): QueueShare {
    return { slots: this.#prefetch, taken: this.#taken };
  }

  /** Deliveries that are not settled. */
  get running(): Iterable<Promise<void>> {
    return this.#shift?.running ?? [];
  }

  setPaused(isPaused: boolean): void {
    if (this.#isHalted || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (!isPaused) this.#shift ??= this.#begin();
    else if (this.#shift) void this.#end(this.#shift);
  }

  /** Resolves once the broker has its consumer; rejects with the signal's reason. */
  async live(signal: AbortSignal): Promise<void> {
    await this.#shift?.consumer.live(signal);
  }

  /** Takes nothing more, for good; what runs goes on. */
  async halt(): Promise<void> {
    this.#isHalted = true;
    this.#shift?.halting.abort();
    await this.#shift?.consumer.cancel();
  }

  /** What is not settled goes back to the queue. */
  async close(): Promise<void> {
    await this.#shift?.consumer.close();
  }

  #begin(): Shift {
    const halting = new AbortController();
    const running = new Set<Promise<void>>();
    const { queue, frontiers } = this;
    const dependencies = { ...this.#dependencies, queue, frontiers, stopping: halting.signal };
    const take = (delivery: Delivery) => {
      this.#taken++;
      const done = consume(delivery, dependencies)
        // The delivery stays unacknowledged: its message is handed out again once the channel closes.
        .catch((err: unknown) => dependencies.logger.error({ err }, 'delivery not settled'))
        .finally(() => running.delete(done));
      running.add(done);
    };
    const consumer = this.#broker.consume({ queue, prefetch: this.#prefetch, onDelivery: take });
    return { consumer, running, halting };
  }

  #end(shift: Shift): Promise<void> {
    shift.ended ??= this.#carryOut(shift);
    return shift.ended;
  }

  async #carryOut({ consumer, running, halting }: Shift): Promise<void> {
    halting.abort();
    await consumer.cancel();
    await Promise.all(running);
    await consumer.close();
    this.#shift = this.#isPaused || this.#isHalted ? undefined : this.#begin();
  }
}
