// What is recorded for every task or request is a few additions to plain numbers, 20 ns or so. prom-client's own recorders look their labels
// up each time, which takes a microsecond.

/** One sample of a metric, as Prometheus has them. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
  /** @default the metric's own */
  metricName?: string;
}

export interface Recorder {
  /** @param name of the metric */
  samples(name: string, labels: Readonly<Record<string, string>>): Sample[];
}

/** Only ever grows. */
export class Count implements Recorder {
  #value = 0;

  add(): void {
    this.#value++;
  }

  samples(_name: string, labels: Sample['labels']): Sample[] {
    return [{ labels, value: this.#value }];
  }
}

/** How many values were at most how large. */
export class Distribution implements Recorder {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Array(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] as number)) index++;
    (this.#counts[index] as number)++;
    this.#sum += value;
  }

  samples(name: string, labels: Sample['labels']): Sample[] {
    let count = 0;
    const buckets = this.#counts.map((ofBucket, index) => {
      count += ofBucket;
      const le = String(this.#bounds[index] ?? '+Inf');
      return { labels: { ...labels, le }, value: count, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { labels, value: this.#sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  }
}

/** A recorder for each combination of label values. Who records keeps the one that it needs, so that it is looked up once. */
export class Labelled<R extends Recorder> {
  readonly #names: readonly string[];
  readonly #create: () => R;
  readonly #recorders = new Map<string, { labels: Sample['labels']; recorder: R }>();

  constructor(names: readonly string[], create: () => R) {
    this.#names = names;
    this.#create = create;
  }

  /** @param values one for each label; from a set that is known, since each combination is kept for ever */
  of(...values: string[]): R {
    const key = values.join('\n');
    const known = this.#recorders.get(key);
    if (known) return known.recorder;
    const labels = Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? '']));
    const recorder = this.#create();
    this.#recorders.set(key, { labels, recorder });
    return recorder;
  }

  samples(name: string): Sample[] {
    return [...this.#recorders.values()].flatMap(({ labels, recorder }) => recorder.samples(name, labels));
  }
}
