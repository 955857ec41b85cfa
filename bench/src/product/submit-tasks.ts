import { setTimeout as delay } from 'node:timers/promises';
import { now, submitOne } from '../load/submit-one.ts';
import type { RunningSystem } from '../scenario.ts';

/** Milliseconds between two looks, and so the error of what they find: seconds are measured here, to the percent. */
const POLL_MS = 20;
/** Milliseconds without a new result after which no more are expected. */
const STILL_MS = 1500;

/**
 * Submits a task for every entry of `workMs` (milliseconds of work), in this order.
 * @param connections requests under way at once, eight at most; with 1, the queue has exactly this order
 */
export async function submitTasks(
  { submit }: Pick<RunningSystem, 'submit'>,
  workMs: readonly number[],
  connections = 1,
): Promise<void> {
  const waiting = workMs.values();
  async function client(): Promise<void> {
    for (const ms of waiting) await submitOne(submit, ms);
  }
  await Promise.all(Array.from({ length: connections }, client));
}

/**
 * Waits until so many tasks have their results stored.
 * @param deadlineMs milliseconds from now
 * @returns milliseconds since the epoch
 */
export async function completedAt(system: RunningSystem, count: number, deadlineMs: number): Promise<number> {
  const deadline = now() + deadlineMs;
  for (;;) {
    const completed = await system.completed();
    if (completed >= count) return now();
    if (now() > deadline) throw new Error(`${completed} of ${count} tasks completed within ${deadlineMs} ms`);
    await delay(POLL_MS);
  }
}

/**
 * Waits until at least so many results are stored and no more come: a load generator that is stopped does not know what
 * became of its last requests.
 * @returns how many there are, and when the last of them was seen, in milliseconds since the epoch
 */
export async function allCompleted(
  system: RunningSystem,
  atLeast: number,
  deadlineMs: number,
): Promise<{ count: number; at: number }> {
  let at = await completedAt(system, atLeast, deadlineMs);
  let count = await system.completed();
  while (now() - at < STILL_MS) {
    await delay(POLL_MS);
    const seen = await system.completed();
    if (seen > count) [count, at] = [seen, now()];
  }
  return { count, at };
}
