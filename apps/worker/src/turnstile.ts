/** Lets so many through at once; the others wait in the order in which they came. */
export class Turnstile {
  readonly #limit: number;
  #inside = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#inside >= this.#limit;
  }

  /** @param hurry aborted when there is nothing to wait for any more: the work then begins at once */
  async pass<T>(hurry: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.isFull) await this.#turn(hurry);
    else this.#inside++;
    try {
      return await work();
    } finally {
      this.#inside--;
      const [next] = this.#waiting;
      if (!this.isFull) next?.();
    }
  }

  #turn(hurry: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        if (!this.#waiting.delete(go)) return;
        hurry.removeEventListener('abort', go);
        // Here, and not when the work begins: until then another one may come.
        this.#inside++;
        resolve();
      };
      this.#waiting.add(go);
      hurry.addEventListener('abort', go);
      if (hurry.aborted) go();
    });
  }
}

/** One for each handler that has a limit, by the name of its task type. */
export function turnstilesOf(handlers: Readonly<Record<string, { concurrency?: number }>>): Map<string, Turnstile> {
  return new Map(
    Object.entries(handlers).flatMap(([name, { concurrency }]) =>
      concurrency === undefined ? [] : [[name, new Turnstile(concurrency)]],
    ),
  );
}
