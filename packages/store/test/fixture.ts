import assert from 'node:assert/strict';
import { DEFAULT_BACKOFF, type Task, type TaskState } from '@offload/contract';
import { v7 as uuidv7 } from 'uuid';
import type { SqlExecutor } from '../src/executor.ts';
import type { Claim, NewTask, Outcome, Store, WorkerBeat } from '../src/index.ts';

/** A store and, for what the port does not show, its database. */
export interface Fixture {
  store: Store;
  sql: SqlExecutor;
}

export const HANDLER_ERROR = { code: 'HANDLER_ERROR', message: 'it threw', retryable: true };
export const UNKNOWN_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
export const WORKER = 'host-4242';

/** What a worker that is idle and has just started says. */
export const BEAT: WorkerBeat = {
  name: WORKER,
  queue: 'task_queue',
  concurrency: 4,
  attempts: [],
  frontiers: {},
  started: 0,
};

export const OUTCOMES: { [Kind in Outcome['kind']]: Extract<Outcome, { kind: Kind }> } = {
  succeeded: { kind: 'succeeded', result: { sleptSeconds: 3 } },
  retry: { kind: 'retry', error: HANDLER_ERROR, delayMs: 60_000 },
  failed: { kind: 'failed', error: HANDLER_ERROR },
  cancelled: { kind: 'cancelled' },
  interrupted: { kind: 'interrupted', error: { code: 'INTERRUPTED', message: 'stopped', retryable: true } },
};

export function newTask(changes: Partial<NewTask> = {}): NewTask {
  return {
    type: 'sleep',
    payload: { message: 'Hello...' },
    queue: 'task_queue',
    maxAttempts: 3,
    timeoutMs: 60_000,
    requestId: 'request-1',
    ...changes,
  };
}

/** Claims a task that must be claimable. @returns the attempt's number */
export async function start(store: Store, taskId: string, { redelivered = false } = {}): Promise<number> {
  const claim = await store.claim({ taskId, worker: WORKER, redelivered });
  assert.equal(claim.kind, 'claimed');
  return claim.kind === 'claimed' ? claim.attempt : 0;
}

/** Starts and settles a task. */
export async function attempt(store: Store, taskId: string, outcome: Outcome): Promise<void> {
  assert.equal(await store.settle({ taskId, attempt: await start(store, taskId), outcome }), 'stored');
}

/** The task as it is now; it must exist. */
export async function read(store: Store, id: string): Promise<Task> {
  const task = await store.get(id);
  assert.ok(task, 'the task exists');
  return task;
}

/** How a new task gets into each state. */
const PATHS: Record<TaskState, (fixture: Fixture, id: string) => Promise<unknown>> = {
  queued: async () => undefined,
  scheduled: ({ store }, id) => store.makeDue([id]),
  running: ({ store }, id) => start(store, id),
  retrying: ({ store }, id) => attempt(store, id, { ...OUTCOMES.retry, delayMs: 0 }),
  succeeded: ({ store }, id) => attempt(store, id, OUTCOMES.succeeded),
  failed: ({ store }, id) => attempt(store, id, OUTCOMES.failed),
  cancelled: ({ store }, id) => store.cancel(id),
  expired: ({ sql }, id) => sql.query(`update tasks set state = 'expired', finished_at = now() where id = $1`, [id]),
};

export async function taskIn(fixture: Fixture, state: TaskState, changes: Partial<NewTask> = {}): Promise<Task> {
  const { id } = await fixture.store.insert(newTask(changes));
  await PATHS[state](fixture, id);
  const task = await read(fixture.store, id);
  assert.equal(task.state, state);
  return task;
}

/** A queued task of so many seconds ago: its id says so, too. */
export async function queuedAgo(fixture: Fixture, seconds: number, changes: Partial<NewTask> = {}): Promise<Task> {
  const id = uuidv7({ msecs: Date.now() - seconds * 1000 });
  await fixture.store.insert(newTask({ id, ...changes }));
  await age(fixture, id, seconds);
  return read(fixture.store, id);
}

/** Whatever has happened to a task so far happened so many seconds earlier. */
export async function age({ sql }: Fixture, id: string, seconds: number): Promise<void> {
  const columns = ['created_at', 'queued_at', 'started_at', 'finished_at', 'run_at'];
  const earlier = columns.map((column) => `${column} = ${column} - $2 * interval '1 second'`);
  await sql.query(`update tasks set ${earlier.join(', ')} where id = $1`, [id, seconds]);
}

/** A point in time so many seconds from now, as RFC 3339. */
export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

/** Takes every due task as sent. @returns their ids in the order in which they were to be published */
export async function dispatchAll(store: Store): Promise<string[]> {
  const ids: string[] = [];
  await store.dispatchDue(1000, async (due) => {
    ids.push(...due.map(({ id }) => id));
    return due.map(({ id }) => id);
  });
  return ids;
}

/** A promise and its switch. */
export function latch(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A claim without what is the same for all tasks here, or never the same: the backoff, and the time that it has waited. */
export function untimed(claim: Claim | undefined) {
  if (claim?.kind !== 'claimed') return claim;
  const { queuedMs, backoff, ...rest } = claim;
  assert.ok(queuedMs >= 0 && queuedMs < 60_000, String(queuedMs));
  assert.deepEqual(backoff, DEFAULT_BACKOFF);
  return rest;
}

/** A claim in one word: the number of the attempt, or why there is none. */
export function verdict(claim: Claim): number | string {
  return claim.kind === 'claimed' ? claim.attempt : claim.reason;
}
