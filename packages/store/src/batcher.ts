import { setImmediate as endOfTurn } from 'node:timers/promises';
import { StoreUnavailableError } from './errors.ts';

export interface BatcherOptions<Item, Result> {
  /** Runs one statement for all items, or none of them, and resolves to their results in the same order. */
  run(items: Item[]): Promise<Result[]>;
  /** Items with the same key never share a statement; they run in the order in which they came. */
  keyOf?: (item: Item) => string;
  /** Items per statement. */
  maxSize: number;
  /** Told how many items shared a statement, each time. */
  onBatch?: ((size: number) => void) | undefined;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: one statement is under way at a time, and what arrives meanwhile is collected into the next, together with
 * what has arrived at the socket but is read only in this turn of the event loop. A lone item goes at the end of its turn;
 * there is no timer.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #pumping: Promise<void> | undefined;
  #latest: Promise<unknown> | undefined;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * @throws whatever `run` throws for the item. A statement that fails because of its data is repeated item by item, so that
   * one bad item fails alone; the database's unavailability fails all, also those that wait: their deadline is as near.
   */
  add(item: Item): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#pumping ??= this.#pump();
    });
    this.#latest = result;
    return result;
  }

  /** Resolves when what was added so far has been answered, whatever comes after it. Never rejects. Not for items with keys. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#latest]);
  }

  /** Resolves when nothing waits and nothing is under way. Never rejects. */
  async idle(): Promise<void> {
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn();
      const batch = this.#takeBatch();
      this.#options.onBatch?.(batch.length);
      await this.#run(batch);
    }
    this.#pumping = undefined;
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const { keyOf, maxSize } = this.#options;
    if (!keyOf) return this.#waiting.splice(0, maxSize);
    const keys = new Set<string>();
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const waiting of this.#waiting) {
      const key = keyOf(waiting.item);
      if (batch.length < maxSize && !keys.has(key)) batch.push(waiting);
      else left.push(waiting);
      keys.add(key);
    }
    this.#waiting = left;
    return batch;
  }

  async #run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      // `run` gives one result per item.
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
      } else if (batch.length === 1) {
        for (const { reject } of batch) reject(error);
      } else {
        for (const waiting of batch) await this.#run([waiting]);
      }
    }
  }
}
