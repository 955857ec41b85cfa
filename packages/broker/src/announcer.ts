import { encodeEvents, type TaskEvent } from '@offload/contract';
import type { Publisher } from './port.ts';

/** Milliseconds after which nobody looks for the confirm any more. */
const DEADLINE_MS = 5_000;

/** Sends what is announced in one turn of the event loop as one message, and waits for nothing. */
export class Announcer {
  readonly #publisher: Publisher;
  #events: TaskEvent[] = [];

  constructor(publisher: Publisher) {
    this.#publisher = publisher;
  }

  announce(event: TaskEvent): void {
    if (this.#events.push(event) === 1) setImmediate(() => this.#send());
  }

  #send(): void {
    const events = this.#events;
    this.#events = [];
    if (!this.#publisher.isReady) return;
    // Whoever follows looks at the row in the end, whether it was told or not.
    this.#publisher.publish('events', encodeEvents(events), DEADLINE_MS).catch(() => undefined);
  }
}
