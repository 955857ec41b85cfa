import type { Message } from '@offload/contract';

/** A message in the queue, or on its way to a consumer. */
export interface QueuedMessage {
  readonly message: Message;
  /** Position in the order of arrival; a message that comes back keeps it. */
  readonly sequence: number;
  redelivered: boolean;
}

/** Taken slots at the head of the array that may stay before it is compacted. */
const COMPACT_FROM = 1024;

/** First in, first out; what comes back goes to the front, in its old order. */
export class MessageQueue {
  #waiting: (QueuedMessage | undefined)[] = [];
  /** Index of the first message in `#waiting` that has not been taken. */
  #head = 0;
  /** Messages that came back, oldest first. All of them are older than any in `#waiting`. */
  #returned: QueuedMessage[] = [];
  #nextSequence = 0;

  get length(): number {
    return this.#returned.length + this.#waiting.length - this.#head;
  }

  push(message: Message): void {
    this.#waiting.push({ message, sequence: this.#nextSequence++, redelivered: false });
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

  giveBack(messages: Iterable<QueuedMessage>): void {
    for (const queued of messages) {
      queued.redelivered = true;
      this.#returned.push(queued);
    }
    this.#returned.sort((a, b) => a.sequence - b.sequence);
  }
}
