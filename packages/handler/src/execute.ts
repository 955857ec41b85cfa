import {
  type AttemptInterruptedError,
  type LostClaimError,
  NonRetryableError,
  type TaskCancelledError,
  TaskTimeoutError,
} from './errors.ts';
import type { Handler, HandlerContext } from './handler.ts';

/** How an execution of a handler ended. What becomes of the task is for the retry policy to say. */
export type Ending =
  | { kind: 'returned'; result: unknown }
  | { kind: 'returned_wrongly'; error: Error }
  | { kind: 'threw'; error: unknown; retryable: boolean }
  | { kind: 'timed_out'; error: TaskTimeoutError }
  | { kind: 'cancelled' }
  | { kind: 'interrupted'; error: AttemptInterruptedError }
  /** The task is another attempt's by now: there is nothing to store. */
  | { kind: 'lost' };

export interface Execution {
  handler: Handler<never, unknown>;
  context: Omit<HandlerContext<unknown>, 'signal' | 'cutOff'>;
  /** Milliseconds that the handler may take. */
  timeoutMs: number;
  /** Aborted with the reason when the handler has to stop; here, when its time is up. The first reason is the one that counts. */
  stop: AbortController;
  /** Milliseconds that the handler may take to obey its signal. */
  abortGraceMs: number;
}

/** Why a handler has to stop: the reason of its signal. */
export type StopReason = TaskTimeoutError | TaskCancelledError | AttemptInterruptedError | LostClaimError;

/** Runs a handler to one of its possible endings. Never throws, and never outlasts timeout plus grace. */
export async function execute(execution: Execution): Promise<Ending> {
  const { handler, context, timeoutMs, stop, abortGraceMs } = execution;
  const { signal } = stop;
  if (signal.aborted) return endingOf(signal.reason);

  // Made when it is asked for: most handlers never do.
  let cutOff: AbortController | undefined;
  const cuttingOff = () => {
    cutOff ??= new AbortController();
    return cutOff;
  };
  const given = {
    ...context,
    signal,
    get cutOff() {
      return cuttingOff().signal;
    },
  };
  const timeout = setTimeout(() => stop.abort(new TaskTimeoutError(timeoutMs)), timeoutMs);
  let grace: NodeJS.Timeout | undefined;
  let startGrace = () => {};
  const graceIsOver = new Promise<Ending>((resolve) => {
    startGrace = () => {
      grace = setTimeout(() => {
        resolve(endingOf(signal.reason));
        cuttingOff().abort(signal.reason);
      }, abortGraceMs);
    };
  });
  signal.addEventListener('abort', startGrace);
  try {
    return await Promise.race([ending(handler, given), graceIsOver]);
  } finally {
    signal.removeEventListener('abort', startGrace);
    clearTimeout(timeout);
    clearTimeout(grace);
  }
}

async function ending(handler: Handler<never, unknown>, context: HandlerContext<unknown>): Promise<Ending> {
  try {
    // The payload was checked against the schema of the handler's type before the task was accepted.
    return { kind: 'returned', result: await handler(context as HandlerContext<never>) };
  } catch (error) {
    // A handler that obeys throws the reason, or an AbortError of whatever it was waiting for.
    return context.signal.aborted
      ? endingOf(context.signal.reason)
      : { kind: 'threw', error, retryable: isRetryable(error) };
  }
}

function endingOf(reason: StopReason): Ending {
  switch (reason.code) {
    case 'TASK_TIMEOUT':
      return { kind: 'timed_out', error: reason };
    case 'TASK_CANCELLED':
      return { kind: 'cancelled' };
    case 'INTERRUPTED':
      return { kind: 'interrupted', error: reason };
    case 'LOST_CLAIM':
      return { kind: 'lost' };
  }
}

function isRetryable(error: unknown): boolean {
  return !(error instanceof NonRetryableError);
}
