import { setTimeout as delay } from 'node:timers/promises';
import type { RunningSystem } from '../scenario.ts';
import { now, submitOne } from './submit-one.ts';

export interface PickupOptions {
  tasks: number;
  /** Milliseconds between an answer and the next task, on average; they vary by half, so as not to keep step with a poll. */
  pauseMs: number;
}

const RESULT_TIMEOUT_MS = 30_000;

/** Submits tasks one after the other. @returns milliseconds from sending each one to the start of its handler */
export async function pickupTimes(running: RunningSystem, { tasks, pauseMs }: PickupOptions): Promise<number[]> {
  const pending: Promise<number>[] = [];
  for (let task = 0; task < tasks; task++) {
    const { id, sentAt } = await submitOne(running.submit);
    const pickup = handlerStart(running, id).then((startedAt) => startedAt - sentAt);
    // Awaited below; until then its failure must not end the process.
    pickup.catch(() => undefined);
    pending.push(pickup);
    await delay(pauseMs * (0.5 + Math.random()));
  }
  return Promise.all(pending);
}

/** Asked for soon, and not after the run: some systems keep only the latest results. */
async function handlerStart(running: RunningSystem, id: string): Promise<number> {
  const deadline = now() + RESULT_TIMEOUT_MS;
  for (;;) {
    await delay(100);
    const startedAt = await running.startedAt(id);
    if (startedAt !== undefined) return startedAt;
    if (now() > deadline) throw new Error(`task ${id} has no result after ${RESULT_TIMEOUT_MS} ms`);
  }
}
