import type { Attempt, Progress, Task, TaskError, TaskState } from '@offload/contract';

/** The columns of a `TaskRow`; `t` is the table's alias. */
export const TASK_COLUMNS = taskColumns('t.payload', 't.result');

/** The same without reading what may be large. */
export const TASK_COLUMNS_WITHOUT_CONTENT = taskColumns(`'null'::json as payload`, 'null::json as result');

function taskColumns(payload: string, result: string): string {
  return `t.id, t.type, t.state, t.queue, t.priority, ${payload}, ${result}, t.error, t.progress, t.attempt, t.max_attempts,
    t.attempts, t.tags, t.metadata, t.created_at, t.run_at, t.queued_at, t.started_at, t.finished_at, t.expires_at,
    t.cancel_requested_at`;
}

/** As executors return it: JSON and points in time are text. */
export interface TaskRow {
  id: string;
  type: string;
  state: TaskState;
  queue: string;
  priority: number;
  payload: string;
  result: string | null;
  error: string | null;
  progress: string | null;
  attempt: number;
  max_attempts: number;
  attempts: string;
  tags: string[];
  metadata: string;
  created_at: string;
  run_at: string | null;
  queued_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  expires_at: string | null;
  cancel_requested_at: string | null;
}

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    queue: row.queue,
    priority: row.priority,
    payload: fromJson<unknown>(row.payload),
    result: fromJsonOrNull<unknown>(row.result),
    error: fromJsonOrNull<TaskError>(row.error),
    progress: fromJsonOrNull<Progress>(row.progress),
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    attempts: fromJson<Attempt[]>(row.attempts).map(toAttempt),
    tags: row.tags,
    metadata: fromJson<Task['metadata']>(row.metadata),
    createdAt: toTimestamp(row.created_at),
    runAt: toTimestampOrNull(row.run_at),
    queuedAt: toTimestampOrNull(row.queued_at),
    startedAt: toTimestampOrNull(row.started_at),
    finishedAt: toTimestampOrNull(row.finished_at),
    expiresAt: toTimestampOrNull(row.expires_at),
    cancelRequestedAt: toTimestampOrNull(row.cancel_requested_at),
  };
}

/** A `timestamptz` in the database's text, in whatever zone its session is, as RFC 3339 in UTC with milliseconds. */
export function toTimestamp(text: string): string {
  return new Date(text).toISOString();
}

export function toTimestampOrNull(text: string | null): string | null {
  return text === null ? null : toTimestamp(text);
}

/** `jsonb` orders keys its own way, and its points in time are the database's. */
function toAttempt({ number, worker, startedAt, finishedAt, outcome, error }: Attempt): Attempt {
  return {
    number,
    worker,
    startedAt: toTimestamp(startedAt),
    finishedAt: toTimestampOrNull(finishedAt),
    outcome,
    error,
  };
}

/** The store wrote the text itself, from a `T`. */
function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

function fromJsonOrNull<T>(text: string | null): T | null {
  return text === null ? null : fromJson<T>(text);
}
