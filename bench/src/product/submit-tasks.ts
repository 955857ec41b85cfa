import { submitOne } from '../load/submit-one.ts';
import type { RunningSystem } from '../scenario.ts';

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
