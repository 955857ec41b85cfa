import { isTaskId, type TaskState } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import type { Cancellation } from './port.ts';
import { TASK_COLUMNS, type TaskRow, toTask } from './task-row.ts';

const CANCEL_TASK = `
  with locked as materialized (
    select id, state from tasks where id = $1 for update
  ),
  cancelled as (
    update tasks t set state = 'cancelled', run_at = null, finished_at = now(), cancel_requested_at = now()
    from locked
    where t.id = locked.id and locked.state in ('scheduled', 'queued', 'retrying')
    returning ${TASK_COLUMNS}
  )
  select locked.state as former_state, t.* from locked left join cancelled t on true`;

type CancelRow = { former_state: TaskState } & (TaskRow | { id: null });

export async function cancelTask(sql: SqlSession, id: string): Promise<Cancellation> {
  if (!isTaskId(id)) return { kind: 'unknown' };
  const [row] = await sql.query<CancelRow>(CANCEL_TASK, [id]);
  if (!row) return { kind: 'unknown' };
  if (row.id === null) return { kind: 'refused', state: row.former_state };
  return { kind: 'cancelled', task: toTask(row) };
}
