import type { Metrics } from './metrics.ts';
import type { Count, Labelled, Recorder } from './recorders.ts';

const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14_400];

export type AttemptEnd = 'succeeded' | 'retry' | 'failed' | 'cancelled' | 'interrupted' | 'given_up';

/** The types that do not label a metric: a message can name any. */
const UNKNOWN_TYPE = 'unknown';

/** What is recorded of tasks, by their type. */
export class TaskMetrics {
  /** Accepted by this process. */
  readonly submitted;
  /** Seconds from the queue to the start of an attempt. */
  readonly wait;
  /** Seconds of the handler. */
  readonly run;
  readonly ended: Readonly<Record<AttemptEnd, ByType>>;

  /** @param types those that are known */
  constructor(metrics: Metrics, types: readonly string[]) {
    const byType = <R extends Recorder>(recorders: Labelled<R>) => new ByType(types, (type) => recorders.of(type));
    const names = ['type'];
    this.submitted = byType(
      metrics.counter('offload_tasks_submitted_total', 'Tasks that this process has accepted.', names),
    );
    this.wait = byType(
      metrics.histogram('offload_task_wait_seconds', 'From the queue to the start of an attempt.', SECONDS, names),
    );
    this.run = byType(
      metrics.histogram('offload_task_run_seconds', 'How long the handler took, however it ended.', SECONDS, names),
    );
    const attempts = metrics.counter(
      'offload_attempts_total',
      'Attempts by how they ended; given_up: the task had gone on without it.',
      ['type', 'outcome'],
    );
    const of = (end: AttemptEnd) => new ByType(types, (type) => attempts.of(type, end));
    this.ended = {
      succeeded: of('succeeded'),
      retry: of('retry'),
      failed: of('failed'),
      cancelled: of('cancelled'),
      interrupted: of('interrupted'),
      given_up: of('given_up'),
    };
  }
}

/** A recorder for each known type, and one for all others. */
class ByType<R extends Recorder = Count> {
  readonly #known: ReadonlyMap<string, R>;
  readonly #unknown: () => R;

  constructor(types: readonly string[], create: (type: string) => R) {
    this.#known = new Map(types.map((type) => [type, create(type)]));
    this.#unknown = () => create(UNKNOWN_TYPE);
  }

  of(type: string): R {
    return this.#known.get(type) ?? this.#unknown();
  }
}
