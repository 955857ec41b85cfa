import { encodeEvents, type TaskEvent } from '@offload/contract';
import type { Publisher } from './port.ts';

/** Milliseconds after which nobody looks for the confirm any more. */
const DEADLINE_MS = 5_000;

/** Milliseconds between two messages. Each is a write to the broker and a read of its confirm: one for every turn of the event loop cost a busy worker a tenth of its time. */
const INTERVAL_MS = 20;

/**
 * Sends what is announced in one turn of the event loop as one message, and what follows closely as the next. Whoever announces waits for
 * nothing.
 */
export class Announcer {
  readonly #publisher: Publisher;
  #events: TaskEvent[] = [];
  /** On the clock of `performance`. */
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(publisher: Publisher) {
    this.#publisher = publisher;
  }

  announce(event: TaskEvent): void {
    if (this.#events.push(event) > 1) return;
    const waitMs = this.#sentAt + INTERVAL_MS - performance.now();
    if (waitMs > 0) setTimeout(() => this.#send(), waitMs);
    else setImmediate(() => this.#send());
  }

  #send(): void {
    const events = this.#events;
    this.#events = [];
    this.#sentAt = performance.now();
    if (!this.#publisher.isReady) return;
    // Whoever follows looks at the row in the end, whether it was told or not.
    this.#publisher.publish('events', encodeEvents(events), DEADLINE_MS).catch(() => undefined);
  }
}
