/**
 * Every state and the states it may change to. Types, SQL checks, documents and the OpenAPI enum derive from this table.
 * A final state is left only by an operator's decision to start the task over, which makes it `scheduled`.
 */
export const TASK_TRANSITIONS = {
  /** Stored, not to be sent before `runAt`, or waiting for a broker that could not take its message. */
  scheduled: ['queued', 'cancelled', 'expired'],
  /** Its message is on the queue. Back to `scheduled` when the broker did not confirm it, or it is gone. */
  queued: ['running', 'scheduled', 'cancelled', 'expired'],
  /**
   * A worker executes it. Back to `queued` when the attempt was interrupted through no fault of the task, and to `scheduled`
   * when its message was gone by then, too.
   */
  running: ['succeeded', 'failed', 'cancelled', 'expired', 'retrying', 'queued', 'scheduled'],
  /** An attempt failed; the next one starts at `runAt`. */
  retrying: ['queued', 'cancelled', 'expired'],
  succeeded: [],
  failed: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>;

export type TaskState = keyof typeof TASK_TRANSITIONS;

export const TASK_STATES = Object.keys(TASK_TRANSITIONS) as TaskState[];

export const FINAL_TASK_STATES = TASK_STATES.filter((state) => TASK_TRANSITIONS[state].length === 0);

export function isFinal(state: TaskState): boolean {
  return TASK_TRANSITIONS[state].length === 0;
}

export function canChange(from: TaskState, to: TaskState): boolean {
  return (TASK_TRANSITIONS[from] as readonly TaskState[]).includes(to);
}
