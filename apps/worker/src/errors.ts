/** Thrown by a handler to say that another attempt would end the same. Every other error is retried. */
export class NonRetryableError extends Error {
  override readonly name = 'NonRetryableError';
  readonly code = 'NON_RETRYABLE';
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
