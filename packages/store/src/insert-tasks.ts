import type { Task } from '@offload/contract';
import { v7 as uuidv7 } from 'uuid';
import type { SqlSession } from './executor.ts';
import type { NewTask } from './port.ts';
import { exactJson, storableText } from './storable-text.ts';
import { toTimestamp } from './task-row.ts';

// One answer for all rows: they share the statement's `now()`.
const INSERT_TASKS = {
  name: 'insert_tasks',
  text: `
    with inserted as (
      insert into tasks
        (id, type, state, queue, payload, max_attempts, timeout_ms, request_id, created_at, queued_at)
      select id, type, 'queued', queue, payload::json, max_attempts, timeout_ms, request_id, now(), now()
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[])
        as new (id, type, queue, payload, max_attempts, timeout_ms, request_id)
      on conflict (id) do nothing
    )
    select now() as created_at`,
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
  const tasks = insertions.map(({ id, task }) => newTask(id, task));
  const [row] = await sql.query<{ created_at: string }>(INSERT_TASKS, [
    tasks.map(({ id }) => id),
    tasks.map(({ type }) => type),
    tasks.map(({ queue }) => queue),
    insertions.map(({ payloadJson }) => payloadJson),
    tasks.map(({ maxAttempts }) => maxAttempts),
    insertions.map(({ task }) => task.timeoutMs),
    insertions.map(({ task }) => (task.requestId === null ? null : storableText(task.requestId))),
  ]);
  if (!row) throw new Error('the database did not say when it stored the tasks');
  const createdAt = toTimestamp(row.created_at);
  for (const task of tasks) {
    task.createdAt = createdAt;
    task.queuedAt = createdAt;
  }
  return tasks;
}

function newTask(id: string, { type, queue, payload, maxAttempts }: NewTask): Task {
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
    runAt: null,
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
    cancelRequestedAt: null,
  };
}
