import { AttemptInterruptedError, LostClaimError, TaskCancelledError } from '@offload/handler';
import type { HeldAttempt } from '@offload/store';

/** An attempt under way in this worker, and what can stop it. */
export class RunningAttempt implements HeldAttempt {
  readonly taskId: string;
  readonly attempt: number;
  /** Its delivery is lost, and it goes on. */
  isDetached = false;
  /** Aborted when it has to stop, with a `StopReason`. */
  readonly stop = new AbortController();

  constructor({ taskId, attempt }: HeldAttempt) {
    this.taskId = taskId;
    this.attempt = attempt;
  }

  /** Has to stop, and its task goes on without it. */
  get isGivenUp(): boolean {
    const reason: unknown = this.stop.signal.reason;
    return reason instanceof AttemptInterruptedError || reason instanceof LostClaimError;
  }

  cancel(): void {
    this.stop.abort(new TaskCancelledError());
  }

  /** For another reason than its task's. */
  interrupt(): void {
    this.stop.abort(new AttemptInterruptedError());
  }

  /** Its task has gone on without it: whatever it comes to is void. */
  lose(): void {
    this.stop.abort(new LostClaimError());
  }
}

/** The attempts under way in this worker. */
export class RunningAttempts {
  readonly #running = new Set<RunningAttempt>();
  #started = 0;
  #isInterrupted = false;

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
    return [...this.#running].some((running) => running.taskId === taskId && !running.isGivenUp);
  }

  /** Runs the work as an attempt that can be found here until it is over. */
  async during<T>(held: HeldAttempt, work: (running: RunningAttempt) => Promise<T>): Promise<T> {
    const running = new RunningAttempt(held);
    if (this.#isInterrupted) running.interrupt();
    this.#running.add(running);
    this.#started++;
    try {
      return await work(running);
    } finally {
      this.#running.delete(running);
    }
  }

  cancel(taskId: string): void {
    for (const running of this.#of(taskId)) running.cancel();
  }

  /** All of them, and those that may still come. */
  interrupt(): void {
    this.#isInterrupted = true;
    for (const running of this.#running) running.interrupt();
  }

  lose({ taskId, attempt }: HeldAttempt): void {
    for (const running of this.#of(taskId)) if (running.attempt === attempt) running.lose();
  }

  #of(taskId: string): RunningAttempt[] {
    return [...this.#running].filter((running) => running.taskId === taskId);
  }
}
