import type { Task } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { newTaskId } from './new-task-id.ts';
import type { NewTask } from './port.ts';
import { exactJson, storableText } from './storable-text.ts';
import { toTimestamp } from './task-row.ts';

/**
 * The columns of a new row, the fields that they are made of, and what becomes of these. The rows travel as one JSON text: it
 * costs this process a third less than an array for each column.
 */
export const NEW_ROW = {
  columns: `id, type, state, queue, payload, max_attempts, timeout_ms, request_id, backoff, expires_at, created_at, run_at,
    queued_at, client`,
  values: `id, type, case when run_at > clock.now then 'scheduled' else 'queued' end, queue, payload::json, max_attempts,
    timeout_ms, request_id, backoff, expires_at, clock.now,
    case when run_at > clock.now then run_at end, case when run_at > clock.now then null else clock.now end, client`,
  fields: `id uuid, type text, queue text, payload text, max_attempts int, timeout_ms int, request_id text, backoff jsonb,
    run_at timestamptz, expires_at timestamptz, client text`,
};

// One answer for all rows: they share the statement's `now()`, which has milliseconds here as it has in a task.
const INSERT_TASKS = {
  name: 'insert_tasks',
  text: `
    with clock as (select date_trunc('milliseconds', now()) as now),
    inserted as (
      insert into tasks (${NEW_ROW.columns})
      select ${NEW_ROW.values}
      from clock, json_to_recordset($1::json) as new (${NEW_ROW.fields})
      on conflict (id) do nothing
    )
    select now as created_at from clock`,
};

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
  const [row] = await sql.query<{ created_at: string }>(INSERT_TASKS, [JSON.stringify(newRows(insertions, tasks))]);
  if (!row) throw new Error('the database did not say when it stored the tasks');
  const createdAt = toTimestamp(row.created_at);
  for (const task of tasks) accept(task, createdAt);
  return tasks;
}

/**
 * What `NEW_ROW.fields` names.
 * @param tasks what `newTask` made of the insertions
 */
export function newRows(insertions: readonly TaskInsertion[], tasks: readonly Task[]): object[] {
  return insertions.map(({ id, task: { timeoutMs, requestId, backoff, client }, payloadJson }, index) => {
    // One task per insertion.
    const { type, queue, maxAttempts, runAt, expiresAt } = tasks[index] as Task;
    return {
      id,
      type,
      queue,
      payload: payloadJson,
      max_attempts: maxAttempts,
      timeout_ms: timeoutMs,
      request_id: requestId === null ? null : storableText(requestId),
      backoff,
      run_at: runAt,
      expires_at: expiresAt,
      client,
    };
  });
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
