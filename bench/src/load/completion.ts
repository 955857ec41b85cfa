import { setTimeout as delay } from 'node:timers/promises';
import type { RunningSystem } from '../scenario.ts';
import { now } from './submit-one.ts';

export interface Reading {
  /** Milliseconds since the epoch. */
  at: number;
  completed: number;
}

/** Reads how many tasks are completed, at intervals, until the work is over. */
export async function readCompletion(
  running: RunningSystem,
  work: Promise<unknown>,
  intervalMs: number,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  const end = work.then(
    () => 'over' as const,
    () => 'over' as const,
  );
  do {
    const completed = await running.completed();
    readings.push({ at: now(), completed });
  } while ((await Promise.race([end, delay(intervalMs)])) !== 'over');
  return readings;
}

/** Waits until as many tasks are completed. @throws Error when the deadline passes first */
export async function untilCompleted(running: RunningSystem, count: number, timeoutMs: number): Promise<Reading> {
  const deadline = now() + timeoutMs;
  for (;;) {
    const completed = await running.completed();
    const at = now();
    if (completed >= count) return { at, completed };
    if (at > deadline) throw new Error(`${completed} of ${count} tasks completed after ${timeoutMs} ms`);
    await delay(100);
  }
}

/**
 * Waits until nothing more gets completed: a load generator that stops leaves requests under way that it does not count.
 * @returns the number of completed tasks
 */
export async function untilQuiet(running: RunningSystem, timeoutMs: number): Promise<number> {
  const deadline = now() + timeoutMs;
  let before = -1;
  for (;;) {
    const completed = await running.completed();
    if (completed === before || now() > deadline) return completed;
    before = completed;
    // Longer than the pause between two polls of any peer.
    await delay(700);
  }
}

/** Tasks completed per second: the slope of the line that fits the readings best, which evens out polls and batches. */
export function completionRate(readings: readonly Reading[]): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanAt = mean(readings.map(({ at }) => at));
  const meanCompleted = mean(readings.map(({ completed }) => completed));
  const covariance = mean(readings.map(({ at, completed }) => (at - meanAt) * (completed - meanCompleted)));
  const variance = mean(readings.map(({ at }) => (at - meanAt) ** 2));
  return (covariance / variance) * 1000;
}
