import { withDeadline } from '../deadline.ts';
import type { DeadLetters, Message } from '../port.ts';
import { MessageQueue, type QueuedMessage } from './message-queue.ts';

const MAX_MESSAGES = 1000;

/** Keeps the latest. */
export class MemoryDeadLetters implements DeadLetters {
  readonly #queue = new MessageQueue();

  add(message: Message): void {
    this.#queue.push(message);
    if (this.#queue.length > MAX_MESSAGES) this.#queue.take();
  }

  async count(): Promise<number> {
    return this.#queue.length;
  }

  async peek(limit: number): Promise<Message[]> {
    const oldest = [...this.#oldest(limit)];
    this.#queue.giveBack(oldest);
    return oldest.map(({ message }) => message);
  }

  async redrive(limit: number, deadlineMs: number, take: (message: Message) => Promise<boolean>): Promise<number> {
    const held = new Set<QueuedMessage>();
    let isOver = false;
    const redrive = async () => {
      let removed = 0;
      for (const queued of this.#oldest(limit)) {
        held.add(queued);
        const isTaken = await take(queued.message);
        if (isOver) break;
        if (isTaken && held.delete(queued)) removed++;
      }
      return removed;
    };
    try {
      return await withDeadline(redrive(), deadlineMs, 'redrive the dead letters');
    } finally {
      isOver = true;
      this.#queue.giveBack(held);
    }
  }

  *#oldest(limit: number): Generator<QueuedMessage> {
    for (let number = 1; number <= limit; number++) {
      const queued = this.#queue.take();
      if (!queued) return;
      yield queued;
    }
  }
}
