/** A condition that comes and goes, and that many may wait for. */
export class Readiness {
  #isReady = false;
  readonly #waiting = new Set<() => void>();

  get isReady(): boolean {
    return this.#isReady;
  }

  set(isReady: boolean): void {
    this.#isReady = isReady;
    if (!isReady) return;
    for (const proceed of this.#waiting) proceed();
    this.#waiting.clear();
  }

  /** Resolves once ready; rejects with the signal's reason. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#isReady) return;
    await new Promise<void>((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(proceed);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(proceed);
    });
  }
}
