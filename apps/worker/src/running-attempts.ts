import type { HeldAttempt } from '@offload/store';
import { AttemptInterruptedError, LostClaimError } from './errors.ts';

/** The reason of a signal that only ends listeners: without one, each abort would make an exception, with its stack. */
const OVER = Symbol('over');

/** An attempt under way in this worker, and what can stop it. */
export class RunningAttempt implements HeldAttempt {
  readonly taskId: string;
  readonly attempt: number;
  /** Its delivery is lost, and it goes on. */
  isDetached = false;
  readonly #cancellation = new AbortController();
  readonly #interruption = new AbortController();
  readonly #ended = new AbortController();

  constructor({ taskId, attempt }: HeldAttempt) {
    this.taskId = taskId;
    this.attempt = attempt;
  }

  /** Aborted when its task is to be cancelled. */
  get cancellation(): AbortSignal {
    return this.#cancellation.signal;
  }

  /** Aborted when it has to stop for another reason than its task's. */
  get interruption(): AbortSignal {
    return this.#interruption.signal;
  }

  /** Aborted when its outcome is stored, or nobody's business any more. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  cancel(): void {
    this.#cancellation.abort();
  }

  interrupt(): void {
    this.#interruption.abort(new AttemptInterruptedError());
  }

  /** Its task has gone on without it: whatever it comes to is void. */
  lose(): void {
    this.#interruption.abort(new LostClaimError());
  }

  end(): void {
    this.#ended.abort(OVER);
  }
}

/** The attempts under way in this worker. */
export class RunningAttempts {
  readonly #running = new Set<RunningAttempt>();
  #started = 0;

  /** Attempts since the worker's start. */
  get started(): number {
    return this.#started;
  }

  get held(): HeldAttempt[] {
    return [...this.#running].map(({ taskId, attempt }) => ({ taskId, attempt }));
  }

  get detached(): number {
    return [...this.#running].filter(({ isDetached }) => isDetached).length;
  }

  /** Whether an attempt at the task goes on here, and is not about to stop. */
  isHeld(taskId: string): boolean {
    return [...this.#running].some((running) => running.taskId === taskId && !running.interruption.aborted);
  }

  /** Runs the work as an attempt that can be found here until it is over. */
  async during<T>(held: HeldAttempt, work: (running: RunningAttempt) => Promise<T>): Promise<T> {
    const running = new RunningAttempt(held);
    this.#running.add(running);
    this.#started++;
    try {
      return await work(running);
    } finally {
      this.#running.delete(running);
      running.end();
    }
  }

  cancel(taskId: string): void {
    for (const running of this.#of(taskId)) running.cancel();
  }

  lose({ taskId, attempt }: HeldAttempt): void {
    for (const running of this.#of(taskId)) if (running.attempt === attempt) running.lose();
  }

  #of(taskId: string): RunningAttempt[] {
    return [...this.#running].filter((running) => running.taskId === taskId);
  }
}
