import type { Task } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { newTaskId } from './new-task-id.ts';
import type { NewTask } from './port.ts';
import { exactJson, storableText } from './storable-text.ts';
import { toTimestamp } from './task-row.ts';

/** SQL: when a new task may be started; null or past: now. */
const DUE_AT = `coalesce(run_at, clock.now + delay_ms * interval '1 millisecond')`;

/**
 * The columns of a new row, the fields that they are made of, and what becomes of these. The rows travel as one JSON text: it
 * costs this process a third less than an array for each column.
 */
export const NEW_ROW = {
  columns: `id, type, state, queue, priority, payload, max_attempts, timeout_ms, request_id, backoff, tags, metadata,
    result_ttl_ms, client, trace_context, callback, files, created_at, run_at, queued_at, expires_at`,
  values: `id, type, case when ${DUE_AT} > clock.now then 'scheduled' else 'queued' end, queue, coalesce(priority, 0),
    payload::json, max_attempts, timeout_ms, request_id, backoff, coalesce(tags, '{}'), coalesce(metadata, '{}'),
    result_ttl_ms, client, trace_context, callback, coalesce(files, '{}'), clock.now, case when ${DUE_AT} > clock.now then ${DUE_AT} end,
    case when ${DUE_AT} > clock.now then null else clock.now end,
    coalesce(expires_at, greatest(clock.now, ${DUE_AT}) + ttl_ms * interval '1 millisecond')`,
  fields: `id uuid, type text, queue text, priority smallint, payload text, max_attempts int, timeout_ms int,
    request_id text, backoff jsonb, tags text[], metadata jsonb, result_ttl_ms bigint, client text, trace_context json, callback json, files uuid[], run_at timestamptz,
    delay_ms float8, expires_at timestamptz, ttl_ms float8`,
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
  for (const [index, task] of tasks.entries()) accept(task, createdAt, insertions[index]?.task);
  return tasks;
}

/**
 * What `NEW_ROW.fields` names.
 * @param tasks what `newTask` made of the insertions
 */
export function newRows(insertions: readonly TaskInsertion[], tasks: readonly Task[]): object[] {
  return insertions.map(({ id, task, payloadJson }, index) => {
    // One task per insertion.
    const { type, queue, maxAttempts, runAt, expiresAt } = tasks[index] as Task;
    return {
      id,
      type,
      queue,
      priority: task.priority,
      payload: payloadJson,
      max_attempts: maxAttempts,
      timeout_ms: task.timeoutMs,
      request_id: task.requestId === null ? null : storableText(task.requestId),
      backoff: task.backoff,
      tags: task.tags,
      metadata: task.metadata,
      result_ttl_ms: task.resultTtlMs,
      client: task.client,
      trace_context: task.traceContext,
      callback: task.callback,
      files: task.files,
      run_at: runAt,
      delay_ms: task.delayMs,
      expires_at: expiresAt,
      ttl_ms: task.ttlMs,
    };
  });
}

/** Completes a new task with what its row says since that time. */
export function accept(
  task: Task,
  createdAt: string,
  { delayMs, ttlMs }: Pick<NewTask, 'delayMs' | 'ttlMs'> = {},
): void {
  task.createdAt = createdAt;
  if (delayMs !== undefined) task.runAt = later(createdAt, delayMs);
  if (task.runAt !== null && task.runAt > createdAt) task.state = 'scheduled';
  else {
    task.runAt = null;
    task.queuedAt = createdAt;
  }
  if (ttlMs !== undefined) task.expiresAt = later(task.runAt ?? createdAt, ttlMs);
}

function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString();
}

/** A task that still lacks the time at which it is accepted. */
export function newTask({ id, task }: TaskInsertion): Task {
  const { type, queue, priority = 0, payload, maxAttempts, tags = [], metadata = {}, runAt, expiresAt } = task;
  return {
    id,
    type: storableText(type),
    state: 'queued',
    queue: storableText(queue),
    priority,
    payload,
    result: null,
    error: null,
    progress: null,
    attempt: 0,
    maxAttempts,
    attempts: [],
    tags: [...tags],
    metadata,
    createdAt: '',
    runAt: runAt === undefined ? null : toTimestamp(runAt),
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    expiresAt: expiresAt === undefined ? null : toTimestamp(expiresAt),
    cancelRequestedAt: null,
  };
}
