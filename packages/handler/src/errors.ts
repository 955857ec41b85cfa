/** Thrown by a handler to say that another attempt would end the same. Every other error is retried. */
export class NonRetryableError extends Error {
  override readonly name = 'NonRetryableError';
  readonly code = 'NON_RETRYABLE';
}

/** Milliseconds that a handler may put its next attempt off: two days. */
const LONGEST_DELAY_MS = 2 * 86_400_000;

/** Thrown by a handler that knows when another attempt is worth it; it has the last word over the backoff of its task. */
export class RetryAfterError extends Error {
  override readonly name = 'RetryAfterError';
  readonly code = 'RETRY_AFTER';
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;

  /** @param delayMs is taken as it is, without jitter; two days at most */
  constructor(message: string, delayMs: number, options?: ErrorOptions) {
    super(message, options);
    if (Number.isNaN(delayMs)) throw new RangeError('delayMs must be a number', { cause: this });
    this.delayMs = Math.round(Math.min(Math.max(delayMs, 0), LONGEST_DELAY_MS));
  }
}

/** `signal.reason` of an attempt that takes longer than it may. */
export class TaskTimeoutError extends Error {
  override readonly name = 'TaskTimeoutError';
  readonly code = 'TASK_TIMEOUT';

  constructor(timeoutMs: number) {
    super(`the attempt took longer than ${timeoutMs} ms`);
  }
}

/** `signal.reason` of an attempt that has to stop through no fault of its task. */
export class AttemptInterruptedError extends Error {
  override readonly name = 'AttemptInterruptedError';
  readonly code = 'INTERRUPTED';

  constructor() {
    super('the worker stops, or has lost the delivery');
  }
}

/** `signal.reason` of an attempt whose task was cancelled. */
export class TaskCancelledError extends Error {
  override readonly name = 'TaskCancelledError';
  readonly code = 'TASK_CANCELLED';

  constructor() {
    super('the task was cancelled');
  }
}

/** `signal.reason` of an attempt that must not store anything any more: its task has gone on without it. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError';
  readonly code = 'LOST_CLAIM';

  constructor() {
    super('the attempt is no longer the current one');
  }
}
