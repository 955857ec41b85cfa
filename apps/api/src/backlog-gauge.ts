import { setTimeout as delay } from 'node:timers/promises';
import type { TaskStore } from '@offload/store';
import { DrainRate } from './drain-rate.ts';

/** Milliseconds from one look at the store to the next, at least. */
const INTERVAL_MS = 1000;
/** Counting takes a twentieth of the time, at most, however many tasks there are. */
const IDLE_FACTOR = 20;
/** Share of the limit below which it is worth while to come back. */
const ROOM = 0.95;
/** Seconds to come back after. */
const LONGEST_WAIT = 300;
const WAIT_WITHOUT_DRAIN = 60;

export interface BacklogGaugeOptions {
  store: Pick<TaskStore, 'measureBacklog'>;
  /** Tasks that may wait for a worker. From 1. */
  limit: number;
  logger: Record<'info' | 'warn', (fields: object, message: string) => void>;
  /** Milliseconds of a clock that only goes forward. @default `performance.now` */
  now?: () => number;
}

/**
 * Knows about how many tasks wait for a worker, without a question to the store for each new one: it looks from time to
 * time, and adds what this process accepts in between, or is about to. What other processes accept in between is seen at the
 * next look.
 */
export class BacklogGauge {
  readonly #options: BacklogGaugeOptions;
  readonly #now: () => number;
  readonly #rate = new DrainRate();
  /** At the last look that was answered; without one nothing is known and nothing is refused. */
  #measured: number | undefined;
  #acceptedSince = 0;
  /** Of which it is not known yet whether they are accepted. */
  #reserved = 0;
  #isFailing = false;
  #isFull = false;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: BacklogGaugeOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Holds room for a task that a worker could start now, until its submission is settled. */
  reserve(): void {
    this.#reserved++;
  }

  /** Of a submission that had reserved room: the task takes it, or gives it back. */
  settle(isAccepted: boolean): void {
    this.#reserved--;
    if (isAccepted) this.#acceptedSince++;
  }

  /** While the backlog is at its limit: seconds after which there should be room again. */
  get secondsUntilRoom(): number | undefined {
    const { limit } = this.#options;
    const size = (this.#measured ?? Number.NEGATIVE_INFINITY) + this.#acceptedSince + this.#reserved;
    if (size < limit) return undefined;
    const { perSecond } = this.#rate;
    if (perSecond === 0) return WAIT_WITHOUT_DRAIN;
    const seconds = Math.ceil((size - limit * ROOM) / perSecond);
    return Math.min(Math.max(1, seconds), LONGEST_WAIT);
  }

  /** @returns milliseconds until the next look */
  async look(): Promise<number> {
    const { store, limit, logger } = this.#options;
    const startedAt = this.#now();
    // Tasks that are accepted during the look may be counted twice, until the next one; never not at all.
    const acceptedBefore = this.#acceptedSince;
    try {
      const { size, started } = await store.measureBacklog(limit + 1);
      this.#tell(size);
      this.#measured = size;
      this.#acceptedSince -= acceptedBefore;
      this.#rate.observe(started, this.#now());
      this.#isFailing = false;
    } catch (err) {
      if (!this.#isFailing) logger.warn({ err }, 'backlog not measured, the last figure holds');
      this.#isFailing = true;
    }
    return Math.max(INTERVAL_MS, IDLE_FACTOR * (this.#now() - startedAt));
  }

  /** Once per change, not once per task that is refused. */
  #tell(size: number): void {
    const { limit, logger } = this.#options;
    const isFull = size >= limit;
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    if (isFull) logger.warn({ size, limit }, 'too many tasks wait for a worker, new ones are refused');
    else logger.info({ size, limit }, 'new tasks are accepted again');
  }

  /** Looks again and again until it is stopped. */
  start(): void {
    const { signal } = this.#stopping;
    const run = async () => {
      // Only the wait can reject, when it is cut short.
      while (!signal.aborted) await delay(await this.look(), undefined, { signal }).catch(() => undefined);
    };
    this.#running ??= run();
  }

  /** Resolves when a look that is under way is done. Idempotent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
