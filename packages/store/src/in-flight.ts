import { StoreUnavailableError } from './errors.ts';

/** What is under way, so that closing can wait for it. */
export class InFlight {
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  /** Starts the work, or refuses it once closing. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing) throw new StoreUnavailableError('the store is closed');
    const running = work();
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** Refuses new work, waits for what is under way, then releases what it used; once, however often it is called. */
  close(release: () => Promise<unknown>): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#underWay)
      .then(release)
      .then(() => undefined);
    return this.#closing;
  }
}
