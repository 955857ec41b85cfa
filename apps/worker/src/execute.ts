import {
  AttemptInterruptedError,
  LostClaimError,
  NonRetryableError,
  TaskCancelledError,
  TaskTimeoutError,
} from './errors.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { LOST } from './while-ours.ts';

/** How an execution of a handler ended. What becomes of the task is for the retry policy to say. */
export type Ending =
  | { kind: 'returned'; result: unknown }
  | { kind: 'returned_wrongly'; error: Error }
  | { kind: 'threw'; error: unknown; retryable: boolean }
  | { kind: 'timed_out'; error: TaskTimeoutError }
  | { kind: 'cancelled' }
  | { kind: 'interrupted'; error: AttemptInterruptedError };

export interface Execution {
  handler: Handler<never, unknown>;
  context: Omit<HandlerContext<unknown>, 'signal' | 'cutOff'>;
  /** Milliseconds that the handler may take. */
  timeoutMs: number;
  /** Aborted when the task is cancelled. */
  cancellation?: AbortSignal | undefined;
  /** Any of these interrupts the attempt; one whose reason is a LostClaimError says that the task is another attempt's. */
  interruptions: readonly AbortSignal[];
  /** Milliseconds that the handler may take to obey its signal. */
  abortGraceMs: number;
}

type StopReason = TaskTimeoutError | TaskCancelledError | AttemptInterruptedError | LostClaimError;

/**
 * Runs a handler to one of its possible endings. Never throws, and never outlasts timeout plus grace. The first reason to
 * stop is the one that counts.
 *
 * @returns LOST when the task is another attempt's by now: there is nothing to store
 */
export async function execute(execution: Execution): Promise<Ending | typeof LOST> {
  const { handler, context, timeoutMs, cancellation, interruptions, abortGraceMs } = execution;
  const stops = cancellation ? [cancellation, ...interruptions] : interruptions;
  const reasonOf = (stop: AbortSignal): StopReason => {
    if (stop === cancellation) return new TaskCancelledError();
    return stop.reason instanceof LostClaimError ? stop.reason : new AttemptInterruptedError();
  };
  const stopped = stops.find(({ aborted }) => aborted);
  if (stopped) return endingOf(reasonOf(stopped));

  const controller = new AbortController();
  const { signal } = controller;
  const cutOff = new AbortController();
  // Not from the event: Node.js 20 tells its target to the first listener only.
  const listeners = stops.map((source) => ({ source, listen: () => controller.abort(reasonOf(source)) }));
  const timeout = setTimeout(() => controller.abort(new TaskTimeoutError(timeoutMs)), timeoutMs);
  let grace: NodeJS.Timeout | undefined;
  try {
    for (const { source, listen } of listeners) source.addEventListener('abort', listen);
    const graceIsOver = new Promise<Ending | typeof LOST>((resolve) => {
      const startGrace = () => {
        grace = setTimeout(() => {
          resolve(endingOf(signal.reason));
          cutOff.abort(signal.reason);
        }, abortGraceMs);
      };
      signal.addEventListener('abort', startGrace, { once: true });
    });
    return await Promise.race([ending(handler, { ...context, signal, cutOff: cutOff.signal }), graceIsOver]);
  } finally {
    clearTimeout(timeout);
    clearTimeout(grace);
    for (const { source, listen } of listeners) source.removeEventListener('abort', listen);
  }
}

async function ending(
  handler: Handler<never, unknown>,
  context: HandlerContext<unknown>,
): Promise<Ending | typeof LOST> {
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

function endingOf(reason: StopReason): Ending | typeof LOST {
  switch (reason.code) {
    case 'TASK_TIMEOUT':
      return { kind: 'timed_out', error: reason };
    case 'TASK_CANCELLED':
      return { kind: 'cancelled' };
    case 'INTERRUPTED':
      return { kind: 'interrupted', error: reason };
    case 'LOST_CLAIM':
      return LOST;
  }
}

function isRetryable(error: unknown): boolean {
  return !(error instanceof NonRetryableError);
}
