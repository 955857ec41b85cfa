import { setTimeout as delay } from 'node:timers/promises';

/** A pause that can be cut short. */
export class Nap {
  readonly #shortestMs: number;
  #woken = new AbortController();

  /** @param shortestMs that a pause takes however often it is cut short */
  constructor(shortestMs: number) {
    this.#shortestMs = shortestMs;
  }

  /** Ends the pause that is being taken, or else the next one. */
  wake(): void {
    this.#woken.abort();
  }

  /** Rejects with the signal's reason alone. Even 0 goes through a timer. */
  async take(ms: number, signal: AbortSignal): Promise<void> {
    await delay(Math.min(ms, this.#shortestMs), undefined, { signal });
    if (ms > this.#shortestMs) {
      const ended = AbortSignal.any([signal, this.#woken.signal]);
      await delay(ms - this.#shortestMs, undefined, { signal: ended }).catch(() => signal.throwIfAborted());
    }
    this.#woken = new AbortController();
  }
}
