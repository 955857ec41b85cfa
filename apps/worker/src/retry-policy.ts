import { type Backoff, isTooDeep, MAX_JSON_DEPTH, type TaskError, type TaskErrorCode } from '@offload/contract';
import { type Ending, RetryAfterError } from '@offload/handler';
import type { Outcome } from '@offload/store';

/** How often the task has failed before, how often it may, and how long it waits in between. */
export interface AttemptBudget {
  failures: number;
  maxAttempts: number;
  backoff: Backoff;
}

/** What an ending means for the task. Decided before, and apart from, storing it. */
export function outcomeOf(
  ending: Exclude<Ending, { kind: 'lost' }>,
  budget: AttemptBudget,
  random: () => number = Math.random,
): Outcome {
  switch (ending.kind) {
    case 'returned':
      return succeeded(ending.result);
    case 'returned_wrongly':
      return { kind: 'failed', error: taskError('INVALID_RESULT', ending.error, false) };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'interrupted':
      return { kind: 'interrupted', error: taskError('INTERRUPTED', ending.error, true) };
    case 'timed_out':
      return failedOrRetry(taskError('TASK_TIMEOUT', ending.error, true), budget, random);
    case 'threw':
      return at(
        failedOrRetry(taskError('HANDLER_ERROR', ending.error, ending.retryable), budget, random),
        ending.error,
      );
  }
}

/** The outcome of an attempt whose worker has no handler for the type: a newer worker may have one. */
export function outcomeOfUnknownType(type: string, budget: AttemptBudget): Outcome {
  const error = taskError('UNKNOWN_TASK_TYPE', new Error(`this worker has no handler for '${type}'`), true);
  return failedOrRetry(error, budget, Math.random);
}

function succeeded(result: unknown): Outcome {
  try {
    // What JSON cannot carry must fail here, where it is the handler's fault, and not when it is stored.
    const text = result === undefined ? 'null' : JSON.stringify(result);
    if (text !== undefined) {
      // Every level has two characters: what is short needs no look.
      const isDeep = text.length > 2 * MAX_JSON_DEPTH && isTooDeep(Buffer.from(text));
      if (isDeep) return failed(new Error(`the result has more than ${MAX_JSON_DEPTH} levels`));
      return { kind: 'succeeded', result: result ?? null };
    }
    return failed(new Error(`the result is a ${typeof result}, which JSON cannot carry`));
  } catch (error) {
    return failed(error);
  }

  function failed(error: unknown): Outcome {
    return { kind: 'failed', error: taskError('INVALID_RESULT', error, false) };
  }
}

function failedOrRetry(error: TaskError, budget: AttemptBudget, random: () => number): Outcome {
  const { backoff } = budget;
  const failures = budget.failures + 1;
  if (!error.retryable || failures >= budget.maxAttempts) return { kind: 'failed', error };
  const ceilingMs = Math.min(backoff.maxMs, backoff.initialMs * backoff.factor ** (failures - 1));
  return { kind: 'retry', error, delayMs: Math.round(random() * ceilingMs) };
}

/** The outcome, at the time that the handler has named, if it has. */
function at(outcome: Outcome, thrown: unknown): Outcome {
  return outcome.kind === 'retry' && thrown instanceof RetryAfterError
    ? { ...outcome, delayMs: thrown.delayMs }
    : outcome;
}

function taskError(code: TaskErrorCode, error: unknown, retryable: boolean): TaskError {
  return { code, message: textOf(error), retryable };
}

/** Characters of an error's text that are kept: it is stored with the task and with each attempt. */
const MAX_TEXT_LENGTH = 10_000;

/** A handler may throw anything, even what has no text or an error whose message is none. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).slice(0, MAX_TEXT_LENGTH);
  } catch {
    return 'an error without a text';
  }
}
