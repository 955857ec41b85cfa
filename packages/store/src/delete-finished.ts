import { FINAL_TASK_STATES } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { firstIdAt } from './first-id.ts';

const DELETE_OLD = `,
  logs as (
    delete from task_logs l using old where l.task_id = old.id
  )
  delete from tasks t using old where t.id = old.id
  returning 1`;

const CUTOFF = `now() - $2 * interval '1 millisecond'`;

// What finished before the cutoff is older than it. Of the tasks that are so old nearly all have finished, so that reading
// them in the order of their ids finds some at once, or reaches the cutoff.
const DELETE_FINISHED = `
  with old as materialized (
    select id from tasks
    where id < ${firstIdAt(CUTOFF)} and finished_at < ${CUTOFF} and state = any($1::text[])
    order by id
    limit $3
    for update skip locked
  )${DELETE_OLD}`;

// As the index on it has it.
const KEPT_UNTIL = `(finished_at - timestamptz 'epoch' + result_ttl_ms * interval '1 millisecond')`;

const DELETE_OUTLIVED = `
  with old as materialized (
    select id from tasks
    where result_ttl_ms is not null and finished_at is not null
      and ${KEPT_UNTIL} < now() - timestamptz 'epoch'
    order by ${KEPT_UNTIL}
    limit $1
    for update skip locked
  )${DELETE_OLD}`;

export async function deleteFinished(
  sql: SqlSession,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<number> {
  return (await sql.query(DELETE_FINISHED, [FINAL_TASK_STATES, olderThanMs, limit])).length;
}

export async function deleteOutlived(sql: SqlSession, limit: number): Promise<number> {
  return (await sql.query(DELETE_OUTLIVED, [limit])).length;
}
