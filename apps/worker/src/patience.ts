/** Milliseconds for a receiver to answer: Standard Webhooks 1.0.0 wants 15 to 30 seconds. */
const USUAL_MS = 20_000;

/** The same for one that has just not answered at all: it must not hold up the callbacks of all others. */
const SHORT_MS = 2_000;

/** Milliseconds after which it is given all the time again. */
const MEMORY_MS = 60_000;

/** Hosts that are remembered. */
const MOST_HOSTS = 1000;

/** How long to wait for which host. */
export class Patience {
  readonly #lostAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds. */
  with(host: string): number {
    const lostAt = this.#lostAt.get(host);
    return lostAt === undefined || this.#now() - lostAt > MEMORY_MS ? USUAL_MS : SHORT_MS;
  }

  /** It did not answer. */
  lose(host: string): void {
    const [oldest] = this.#lostAt.keys();
    if (oldest !== undefined && this.#lostAt.size >= MOST_HOSTS) this.#lostAt.delete(oldest);
    this.#lostAt.delete(host);
    this.#lostAt.set(host, this.#now());
  }

  /** It did. */
  regain(host: string): void {
    this.#lostAt.delete(host);
  }
}
