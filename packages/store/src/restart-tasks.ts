import { FINAL_TASK_STATES, isTaskId } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import type { Redrive, Redriven, Restart } from './port.ts';
import { stateRange } from './state-range.ts';
import { TASK_COLUMNS, type TaskRow, toTask } from './task-row.ts';

/** A fresh start: the attempts so far stay on record and count no more. The expiry was for the first one, not for somebody's decision. */
export const FRESH = `
  failures = 0, result = null, error = null, progress = null, finished_at = null, queued_at = null,
  cancel_requested_at = null, expires_at = null`;

const RESTART_TASK = `
  with locked as materialized (
    select id, state from tasks where id = $1 and ($3::text is null or client = $3) for update
  ),
  restarted as (
    update tasks t set state = 'scheduled', ${FRESH}, run_at = now()
    from locked
    where t.id = locked.id and locked.state = any($2::text[])
    returning ${TASK_COLUMNS}
  )
  select locked.state as former_state, t.* from locked left join restarted t on true`;

type RestartRow = { former_state: TaskRow['state'] } & (TaskRow | { id: null });

/** A finished task is due again, under its own id. */
export async function restartTask(sql: SqlSession, id: string, client?: string): Promise<Restart> {
  if (!isTaskId(id)) return { kind: 'unknown' };
  const [row] = await sql.query<RestartRow>(RESTART_TASK, [id, FINAL_TASK_STATES, client ?? null]);
  if (!row) return { kind: 'unknown' };
  return row.id === null ? { kind: 'refused', state: row.former_state } : { kind: 'restarted', task: toTask(row) };
}

const MATCHING = `
  ${stateRange(`'failed'`)}
  and ($1::uuid[] is null or id = any($1::uuid[]))
  and ($2::text is null or type = $2)
  and ($3::text is null or error ->> 'code' = $3)
  and ($4::timestamptz is null or finished_at >= $4)
  and ($5::timestamptz is null or finished_at < $5)`;

const COUNT_FAILED = `select count(*)::int as count from (select 1 from tasks where ${MATCHING} limit $6) as matching`;

// The rate is a matter of when each is due, so that nobody has to stay and count.
const REDRIVE_FAILED = `
  with matching as materialized (
    select id, row_number() over (order by finished_at, id) - 1 as position
    from (select id, finished_at from tasks where ${MATCHING} order by state, id limit $6 for update skip locked) as failed
  )
  update tasks t set state = 'scheduled', ${FRESH}, run_at = now() + matching.position * $7::float8 * interval '1 millisecond'
  from matching
  where t.id = matching.id
  returning 1`;

/** Failed tasks are due again, one after the other, the longest failed first. */
export async function redriveFailed(sql: SqlSession, redrive: Redrive): Promise<Redriven> {
  const { ids, type, errorCode, finishedFrom, finishedBefore, limit, ratePerSecond, isDryRun } = redrive;
  const which = [ids ?? null, type ?? null, errorCode ?? null, finishedFrom ?? null, finishedBefore ?? null, limit];
  if (isDryRun) {
    const [row] = await sql.query<{ count: number }>(COUNT_FAILED, which);
    return { matched: row?.count ?? 0, redriven: 0 };
  }
  const intervalMs = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
  const redriven = (await sql.query(REDRIVE_FAILED, [...which, intervalMs])).length;
  return { matched: redriven, redriven };
}
