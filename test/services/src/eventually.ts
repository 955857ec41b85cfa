import { setTimeout as delay } from 'node:timers/promises';

export type EventuallyOptions = {
  /** Milliseconds after which the last failure is thrown. @default 10_000 */
  timeoutMs?: number;
  /** Milliseconds between two tries. @default 20 */
  intervalMs?: number;
};

/**
 * Repeats an assertion until it does not throw, and gives its result.
 * @throws Error with the assertion's last failure as `cause` and the time waited in its message; also when a try
 * hangs beyond the deadline
 */
export async function eventually<T>(assertion: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 10_000, intervalMs = 20 } = options;
  const startedAt = performance.now();
  const waitedMs = (): number => Math.round(performance.now() - startedAt);
  const deadline = new AbortController();
  const overdue = delay(timeoutMs, undefined, { signal: deadline.signal }).then(() => {
    throw new Error('the last try did not end');
  });
  let failure: unknown;
  try {
    do {
      try {
        return await Promise.race([(async () => assertion())(), overdue]);
      } catch (error) {
        failure = error;
      }
      await delay(intervalMs);
    } while (waitedMs() < timeoutMs);
  } finally {
    deadline.abort();
  }
  const reason = failure instanceof Error ? failure.message : String(failure);
  throw new Error(`still failing after ${waitedMs()} ms: ${reason}`, { cause: failure });
}
