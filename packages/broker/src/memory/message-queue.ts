import type { Message } from '@offload/contract';

/** A message in the queue, or on its way to a consumer. */
export interface QueuedMessage {
  readonly message: Message;
  /** Position in the order of arrival; a message that comes back keeps it. */
  readonly sequence: number;
  redelivered: boolean;
}

/** Of messages; what claims a higher one has this one. */
const HIGHEST_PRIORITY = 9;

/** Taken slots at the head of the array that may stay before it is compacted. */
const COMPACT_FROM = 1024;

/** The highest priority first, and of each the first that came; what comes back goes to the front of its priority, in its old order. */
export class MessageQueue {
  /** By priority. */
  readonly #lanes = Array.from({ length: HIGHEST_PRIORITY + 1 }, () => new Lane());
  #nextSequence = 0;

  get length(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.length, 0);
  }

  push(message: Message): void {
    this.#laneOf(message).push({ message, sequence: this.#nextSequence++, redelivered: false });
  }

  take(): QueuedMessage | undefined {
    return this.#lanes.findLast((lane) => lane.length > 0)?.take();
  }

  giveBack(messages: Iterable<QueuedMessage>): void {
    const all = [...messages];
    for (const lane of this.#lanes) lane.giveBack(all.filter(({ message }) => this.#laneOf(message) === lane));
  }

  #laneOf({ properties: { priority = 0 } }: Message): Lane {
    // There is one for each.
    return this.#lanes[Math.min(priority, HIGHEST_PRIORITY)] as Lane;
  }
}

/** First in, first out. */
class Lane {
  #waiting: (QueuedMessage | undefined)[] = [];
  /** Index of the first message in `#waiting` that has not been taken. */
  #head = 0;
  /** Messages that came back, oldest first. All of them are older than any in `#waiting`. */
  #returned: QueuedMessage[] = [];

  get length(): number {
    return this.#returned.length + this.#waiting.length - this.#head;
  }

  push(queued: QueuedMessage): void {
    this.#waiting.push(queued);
  }

  take(): QueuedMessage | undefined {
    if (this.#returned.length > 0) return this.#returned.shift();
    const taken = this.#waiting[this.#head];
    if (taken === undefined) return undefined;
    this.#waiting[this.#head++] = undefined;
    if (this.#head >= COMPACT_FROM && this.#head * 2 >= this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    return taken;
  }

  giveBack(messages: readonly QueuedMessage[]): void {
    for (const queued of messages) {
      queued.redelivered = true;
      this.#returned.push(queued);
    }
    this.#returned.sort((a, b) => a.sequence - b.sequence);
  }
}
