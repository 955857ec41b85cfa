import { AttemptInterruptedError, NonRetryableError, TaskTimeoutError } from './errors.ts';
import type { Handler, HandlerContext } from './handler.ts';

/** How an execution of a handler ended. What becomes of the task is for the retry policy to say. */
export type Ending =
  | { kind: 'returned'; result: unknown }
  | { kind: 'returned_wrongly'; error: Error }
  | { kind: 'threw'; error: unknown; retryable: boolean }
  | { kind: 'timed_out'; error: TaskTimeoutError }
  | { kind: 'interrupted'; error: AttemptInterruptedError };

export interface Execution {
  handler: Handler<never, unknown>;
  context: Omit<HandlerContext<unknown>, 'signal'>;
  /** Milliseconds that the handler may take. */
  timeoutMs: number;
  /** Any of these interrupts the attempt. */
  interruptions: readonly AbortSignal[];
  /** Milliseconds that the handler may take to obey its signal. */
  abortGraceMs: number;
}

/** Runs a handler to one of its possible endings. Never throws, and never outlasts timeout plus grace. */
export async function execute({
  handler,
  context,
  timeoutMs,
  interruptions,
  abortGraceMs,
}: Execution): Promise<Ending> {
  if (interruptions.some(({ aborted }) => aborted)) return endingOf(new AttemptInterruptedError());
  const controller = new AbortController();
  const { signal } = controller;
  const interrupt = () => controller.abort(new AttemptInterruptedError());
  const timeout = setTimeout(() => controller.abort(new TaskTimeoutError(timeoutMs)), timeoutMs);
  let grace: NodeJS.Timeout | undefined;
  try {
    for (const interruption of interruptions) {
      interruption.addEventListener('abort', interrupt, { once: true });
    }
    const cutOff = new Promise<Ending>((resolve) => {
      const startGrace = () => {
        grace = setTimeout(() => resolve(endingOf(signal.reason)), abortGraceMs);
      };
      signal.addEventListener('abort', startGrace, { once: true });
    });
    return await Promise.race([ending(handler, { ...context, signal }), cutOff]);
  } finally {
    clearTimeout(timeout);
    clearTimeout(grace);
    for (const interruption of interruptions) interruption.removeEventListener('abort', interrupt);
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

function endingOf(reason: TaskTimeoutError | AttemptInterruptedError): Ending {
  return reason instanceof TaskTimeoutError
    ? { kind: 'timed_out', error: reason }
    : { kind: 'interrupted', error: reason };
}

function isRetryable(error: unknown): boolean {
  return !(error instanceof NonRetryableError);
}
