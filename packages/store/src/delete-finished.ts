import { FINAL_TASK_STATES } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { firstIdAt } from './first-id.ts';

const CUTOFF = `now() - $2 * interval '1 millisecond'`;

// What finished before the cutoff is older than it, so that the index leaves out everything younger.
const DELETE_FINISHED = `
  with old as materialized (
    select of_state.id from unnest($1::text[]) as final (state)
    cross join lateral (
      select id from tasks
      where state = final.state and id < ${firstIdAt(CUTOFF)} and finished_at < ${CUTOFF}
      order by id
      limit $3
      for update skip locked
    ) as of_state
  )
  delete from tasks t using old where t.id = old.id
  returning 1`;

export async function deleteFinished(
  sql: SqlSession,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<number> {
  return (await sql.query(DELETE_FINISHED, [FINAL_TASK_STATES, olderThanMs, limit])).length;
}
