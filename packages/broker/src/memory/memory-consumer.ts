import { setMaxListeners } from 'node:events';
import { ChannelClosedError } from '../errors.ts';
import type { ConsumeOptions, Consumer, Delivery, Message } from '../port.ts';
import { Readiness } from '../readiness.ts';
import type { QueuedMessage } from './message-queue.ts';

/** What a consumer tells its broker. */
export interface ConsumerEvents {
  onAck(): void;
  onGiveBack(queued: QueuedMessage): void;
  onCancel(consumer: MemoryConsumer): void;
  /** Called with the unacknowledged messages, oldest first. */
  onClose(consumer: MemoryConsumer, unacknowledged: Iterable<QueuedMessage>): void;
}

export class MemoryConsumer implements Consumer {
  readonly #options: ConsumeOptions;
  readonly #events: ConsumerEvents;
  readonly #live = new Readiness();
  readonly #lost = new AbortController();
  readonly #unacknowledged = new Set<QueuedMessage>();

  constructor(options: ConsumeOptions, events: ConsumerEvents) {
    this.#options = options;
    this.#events = events;
    this.#live.set(true);
    setMaxListeners(0, this.#lost.signal);
  }

  get isLive(): boolean {
    return this.#live.isReady;
  }

  get unacknowledged(): number {
    return this.#unacknowledged.size;
  }

  get hasCredit(): boolean {
    return this.#unacknowledged.size < this.#options.prefetch;
  }

  live(signal: AbortSignal): Promise<void> {
    return this.#live.wait(signal);
  }

  deliver(queued: QueuedMessage): void {
    this.#unacknowledged.add(queued);
    this.#options.onDelivery(
      new MemoryDelivery(
        queued,
        this.#lost.signal,
        () => this.#ack(queued),
        () => this.#giveBack(queued),
      ),
    );
  }

  async cancel(): Promise<void> {
    if (!this.isLive) return;
    this.#live.set(false);
    this.#events.onCancel(this);
  }

  async close(): Promise<void> {
    if (this.#lost.signal.aborted) return;
    await this.cancel();
    this.#lost.abort(new ChannelClosedError('the consumer was closed'));
    this.#events.onClose(this, this.#unacknowledged);
    this.#unacknowledged.clear();
  }

  #ack(queued: QueuedMessage): void {
    if (this.#unacknowledged.delete(queued)) this.#events.onAck();
  }

  #giveBack(queued: QueuedMessage): void {
    if (this.#unacknowledged.delete(queued)) this.#events.onGiveBack(queued);
  }
}

class MemoryDelivery implements Delivery {
  readonly message: Message;
  readonly redelivered: boolean;
  readonly lost: AbortSignal;
  readonly ack: () => void;
  readonly giveBack: () => void;

  constructor(queued: QueuedMessage, lost: AbortSignal, ack: () => void, giveBack: () => void) {
    this.message = queued.message;
    this.redelivered = queued.redelivered;
    this.lost = lost;
    this.ack = ack;
    this.giveBack = giveBack;
  }
}
