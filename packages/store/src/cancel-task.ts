import { isTaskId, type TaskState } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import type { Cancellation } from './port.ts';
import { TASK_COLUMNS, type TaskRow, toTask } from './task-row.ts';

// A task that runs is only marked: its worker ends it, or whoever finds it without a worker.
const CANCEL_TASK = `
  with locked as materialized (
    select id, state, cancel_requested_at from tasks where id = $1 and ($2::text is null or client = $2) for update
  ),
  changed as (
    update tasks t set
      state = case when locked.state = 'running' then 'running' else 'cancelled' end,
      run_at = null,
      finished_at = case when locked.state <> 'running' then now() end,
      cancel_requested_at = coalesce(locked.cancel_requested_at, now())
    from locked
    where t.id = locked.id and locked.state in ('scheduled', 'queued', 'retrying', 'running')
    returning ${TASK_COLUMNS}
  )
  select locked.state as former_state, t.* from locked left join changed t on true`;

type CancelRow = { former_state: TaskState } & (TaskRow | { id: null });

export async function cancelTask(sql: SqlSession, id: string, client?: string): Promise<Cancellation> {
  if (!isTaskId(id)) return { kind: 'unknown' };
  const [row] = await sql.query<CancelRow>(CANCEL_TASK, [id, client ?? null]);
  if (!row) return { kind: 'unknown' };
  if (row.id === null) return { kind: 'refused', state: row.former_state };
  return { kind: row.state === 'cancelled' ? 'cancelled' : 'requested', task: toTask(row) };
}
