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
    if (ms > this.#shortestMs) await this.#rest(ms - this.#shortestMs, signal);
    this.#woken = new AbortController();
  }

  /** Without AbortSignal.any, which would leave something behind with a signal that lives as long as the process. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    const woken = this.#woken;
    const end = () => woken.abort();
    signal.addEventListener('abort', end, { once: true });
    await delay(ms, undefined, { signal: woken.signal }).catch(() => undefined);
    signal.removeEventListener('abort', end);
    signal.throwIfAborted();
  }
}
