import { setTimeout as delay } from 'node:timers/promises';

export interface BenchResult {
  /** Milliseconds since the epoch, with fractions, at which the handler began. */
  startedAt: number;
}

/** The task that is measured everywhere: notes when it began, then waits. @param ms milliseconds; 0: returns at once */
export async function performBenchTask({ ms }: { ms: number }): Promise<BenchResult> {
  const startedAt = performance.timeOrigin + performance.now();
  if (ms > 0) await delay(ms);
  return { startedAt };
}
