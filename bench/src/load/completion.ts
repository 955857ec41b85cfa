import { setTimeout as delay } from 'node:timers/promises';
import { slopeOf } from '../report/statistics.ts';
import type { RunningSystem } from '../scenario.ts';
import { now } from './submit-one.ts';

export interface Reading {
  /** Milliseconds since the epoch. */
  at: number;
  completed: number;
}

const POLL_MS = 100;
/** Milliseconds without a new result after which no more are expected: longer than the pause between two polls of any peer. */
const QUIET_MS = 700;

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
  do readings.push(await read(running));
  while ((await Promise.race([end, delay(intervalMs)])) !== 'over');
  return readings;
}

/**
 * Waits until as many tasks are completed.
 * @param pollMs milliseconds between two looks, and so the error of the time that is found
 * @throws Error when the deadline passes first
 */
export async function untilCompleted(
  running: RunningSystem,
  count: number,
  timeoutMs: number,
  pollMs = POLL_MS,
): Promise<Reading> {
  const deadline = now() + timeoutMs;
  for (;;) {
    const reading = await read(running);
    if (reading.completed >= count) return reading;
    if (reading.at > deadline)
      throw new Error(`${reading.completed} of ${count} tasks completed after ${timeoutMs} ms`);
    await delay(pollMs);
  }
}

/**
 * Waits until nothing more gets completed: a load generator that stops leaves requests under way that it does not count.
 * @returns the reading that was the first to see all
 */
export async function untilQuiet(running: RunningSystem, timeoutMs: number): Promise<Reading> {
  const deadline = now() + timeoutMs;
  let last = await read(running);
  for (;;) {
    await delay(POLL_MS);
    const reading = await read(running);
    if (reading.completed > last.completed) last = reading;
    else if (reading.at - last.at >= QUIET_MS || reading.at > deadline) return last;
  }
}

/** Tasks completed per second: the slope of the line that fits the readings best, which evens out polls and batches. */
export function completionRate(readings: readonly Reading[]): number {
  return slopeOf(readings.map(({ at, completed }) => ({ x: at / 1000, y: completed })));
}

async function read(running: RunningSystem): Promise<Reading> {
  const completed = await running.completed();
  return { at: now(), completed };
}
