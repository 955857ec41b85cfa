import type { QueueMeasurement, TaskStore } from '@offload/store';
import { DrainRate } from './drain-rate.ts';

/** Milliseconds that a measurement is answered again, at least. */
const FRESH_MS = 1000;
/** Counting takes a twentieth of the time, at most, however many tasks there are and however many ask. */
const IDLE_FACTOR = 20;

export interface MeasuredQueue extends Omit<QueueMeasurement, 'started'> {
  /** Tasks that workers have started per second, over about the last minute of asking; `null` after the first look. */
  startedPerSecond: number | null;
}

export interface QueueMeasurements {
  /** RFC 3339. */
  measuredAt: string;
  queues: readonly MeasuredQueue[];
}

export interface QueueGaugeOptions {
  store: Pick<TaskStore, 'measureQueues'>;
  /** The queues that are there even when nothing names them, in this order; others come after them. */
  queues: readonly string[];
  /** Milliseconds of a clock that only goes forward. @default `performance.now` */
  now?: () => number;
}

/** Measures the queues when somebody asks, once for all who ask within a second or so. */
export class QueueGauge {
  readonly #options: QueueGaugeOptions;
  readonly #now: () => number;
  #rates = new Map<string, { rate: DrainRate; looks: number }>();
  #latest: Promise<QueueMeasurements> | undefined;
  #freshUntil = 0;

  constructor(options: QueueGaugeOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** @throws StoreUnavailableError when the store does not answer; nothing older is told instead. */
  read(): Promise<QueueMeasurements> {
    if (this.#latest === undefined || this.#now() >= this.#freshUntil) {
      this.#freshUntil = Number.POSITIVE_INFINITY;
      this.#latest = this.#measure();
    }
    return this.#latest;
  }

  async #measure(): Promise<QueueMeasurements> {
    const { store, queues: known } = this.#options;
    const startedAt = this.#now();
    let idleMs = FRESH_MS;
    try {
      const measured = await store.measureQueues();
      idleMs = Math.max(FRESH_MS, IDLE_FACTOR * (this.#now() - startedAt));
      const byName = new Map(measured.map((one) => [one.queue, one]));
      const queues = known.map((queue) => byName.get(queue) ?? unused(queue));
      queues.push(...measured.filter(({ queue }) => !known.includes(queue)));
      return { measuredAt: new Date().toISOString(), queues: this.#withRates(queues) };
    } finally {
      this.#freshUntil = this.#now() + idleMs;
    }
  }

  /** The rates of queues that are gone are forgotten. */
  #withRates(queues: readonly QueueMeasurement[]): MeasuredQueue[] {
    const known = this.#rates;
    this.#rates = new Map();
    return queues.map(({ started, ...measured }) => {
      const observed = known.get(measured.queue) ?? { rate: new DrainRate(), looks: 0 };
      observed.rate.observe(started, this.#now());
      observed.looks++;
      this.#rates.set(measured.queue, observed);
      return { ...measured, startedPerSecond: observed.looks > 1 ? observed.rate.perSecond : null };
    });
  }
}

function unused(queue: string): QueueMeasurement {
  return { queue, queued: 0, running: 0, due: 0, scheduled: 0, oldestMs: null, workers: 0, slots: 0, started: 0 };
}
