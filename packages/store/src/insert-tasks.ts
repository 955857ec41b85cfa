import type { Task } from '@offload/contract';
import { v7 as uuidv7 } from 'uuid';
import type { SqlSession, SqlValue } from './executor.ts';
import type { NewTask } from './port.ts';
import { exactJson, storableText } from './storable-text.ts';
import { toTimestamp } from './task-row.ts';

/** The columns of a new row, and the parameters from `$1` to `$10` that they are made of. */
export const NEW_ROW = {
  columns: `id, type, state, queue, payload, max_attempts, timeout_ms, request_id, backoff, expires_at, created_at, run_at,
    queued_at`,
  values: `id, type, case when run_at > clock.now then 'scheduled' else 'queued' end, queue, payload::json, max_attempts,
    timeout_ms, request_id, backoff::jsonb, expires_at, clock.now,
    case when run_at > clock.now then run_at end, case when run_at > clock.now then null else clock.now end`,
  params: `$1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[],
    $9::timestamptz[], $10::timestamptz[]`,
  names: 'id, type, queue, payload, max_attempts, timeout_ms, request_id, backoff, run_at, expires_at',
};

// One answer for all rows: they share the statement's `now()`, which has milliseconds here as it has in a task.
const INSERT_TASKS = {
  name: 'insert_tasks',
  text: `
    with clock as (select date_trunc('milliseconds', now()) as now),
    inserted as (
      insert into tasks (${NEW_ROW.columns})
      select ${NEW_ROW.values}
      from clock, unnest(${NEW_ROW.params}) as new (${NEW_ROW.names})
      on conflict (id) do nothing
    )
    select now as created_at from clock`,
};

/** A UUIDv7, greater than all that this process has made before. */
export function newTaskId(): string {
  return uuidv7();
}

/** A new task on its way into a batch. */
export interface TaskInsertion {
  id: string;
  task: NewTask;
  payloadJson: string;
}

/** Outside the batch, so that a payload that is no JSON concerns its caller alone. */
export function prepareInsertion(task: NewTask): TaskInsertion {
  return { id: task.id ?? newTaskId(), task, payloadJson: exactJson(task.payload) };
}

export async function insertTasks(sql: SqlSession, insertions: readonly TaskInsertion[]): Promise<Task[]> {
  const tasks = insertions.map(newTask);
  const [row] = await sql.query<{ created_at: string }>(INSERT_TASKS, newRowParams(insertions, tasks));
  if (!row) throw new Error('the database did not say when it stored the tasks');
  const createdAt = toTimestamp(row.created_at);
  for (const task of tasks) accept(task, createdAt);
  return tasks;
}

/** @param tasks what `newTask` made of the insertions */
export function newRowParams(insertions: readonly TaskInsertion[], tasks: readonly Task[]): SqlValue[] {
  return [
    tasks.map(({ id }) => id),
    tasks.map(({ type }) => type),
    tasks.map(({ queue }) => queue),
    insertions.map(({ payloadJson }) => payloadJson),
    tasks.map(({ maxAttempts }) => maxAttempts),
    insertions.map(({ task }) => task.timeoutMs),
    insertions.map(({ task }) => (task.requestId === null ? null : storableText(task.requestId))),
    insertions.map(({ task }) => (task.backoff ? JSON.stringify(task.backoff) : null)),
    tasks.map(({ runAt }) => runAt),
    tasks.map(({ expiresAt }) => expiresAt),
  ];
}

/** Completes a new task with what its row says since that time. */
export function accept(task: Task, createdAt: string): void {
  task.createdAt = createdAt;
  if (task.runAt !== null && task.runAt > createdAt) task.state = 'scheduled';
  else {
    task.runAt = null;
    task.queuedAt = createdAt;
  }
}

/** A task that still lacks the time at which it is accepted. */
export function newTask({ id, task: { type, queue, payload, maxAttempts, runAt, expiresAt } }: TaskInsertion): Task {
  return {
    id,
    type: storableText(type),
    state: 'queued',
    queue: storableText(queue),
    priority: 0,
    payload,
    result: null,
    error: null,
    progress: null,
    attempt: 0,
    maxAttempts,
    attempts: [],
    tags: [],
    metadata: {},
    createdAt: '',
    runAt: runAt === undefined ? null : toTimestamp(runAt),
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    expiresAt: expiresAt === undefined ? null : toTimestamp(expiresAt),
    cancelRequestedAt: null,
  };
}
