import { Count, Distribution, Labelled, type Recorder, type Sample } from './recorders.ts';

/** A metric of a name, with its samples of now. */
export interface Family {
  /** By https://prometheus.io/docs/practices/naming/. */
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** Shown before all others, whenever it is added. */
  isFirst?: boolean;
  samples(): Sample[] | Promise<Sample[]>;
}

export interface Exposition {
  contentType: string;
  text: string;
}

/** The metrics of a process. A name stands for one metric, however often it is asked for. */
export class Metrics {
  readonly #families = new Map<string, Family & { recorders?: Labelled<Recorder> }>();
  #exposition: Promise<() => Promise<Exposition>> | undefined;

  counter(name: string, help: string, labelNames: readonly string[] = []): Labelled<Count> {
    return this.#recorders(name, help, 'counter', new Labelled(labelNames, () => new Count()));
  }

  /** @param bounds of its buckets, ascending */
  histogram(
    name: string,
    help: string,
    bounds: readonly number[],
    labelNames: readonly string[] = [],
  ): Labelled<Distribution> {
    return this.#recorders(name, help, 'histogram', new Labelled(labelNames, () => new Distribution(bounds)));
  }

  /** Counters and gauges that are kept elsewhere. One that cannot be told now has no samples. */
  add(family: Family): void {
    this.#families.set(family.name, family);
  }

  /**
   * Everything, in Prometheus's text format, with the metrics of Node.js itself. What makes it is loaded for the first one
   * who asks, and so are the lag of the event loop and the garbage collection measured from then on.
   */
  async expose(): Promise<Exposition> {
    this.#exposition ??= import('./exposition.ts').then(({ createExposition }) => createExposition(this.#families));
    return (await this.#exposition)();
  }

  #recorders<R extends Recorder>(name: string, help: string, type: Family['type'], created: Labelled<R>): Labelled<R> {
    const known = this.#families.get(name);
    // A name has one type.
    if (known?.recorders) return known.recorders as Labelled<R>;
    this.#families.set(name, { name, help, type, recorders: created, samples: () => created.samples(name) });
    return created;
  }
}
