import type { SqlSession } from './executor.ts';
import { LOSE_ATTEMPTS_PARAM, loseAttempts } from './lose-attempts.ts';
import { stateRange } from './state-range.ts';

// An attempt younger than the silence that is allowed may be of a worker that has not beaten yet.
const RESCUE_ORPHANS = `
  with orphans as materialized (
    select id from tasks
    where ${stateRange(`'running'`)}
      and started_at < now() - $2 * interval '1 millisecond'
      and not exists (
        select 1 from workers
        where workers.name = tasks.worker and workers.heartbeat_at >= now() - $2 * interval '1 millisecond'
      )
    order by state, id
    limit $3
    for update skip locked
  )
  ${loseAttempts('t.id in (select id from orphans)')}`;

export async function rescueOrphans(
  sql: SqlSession,
  { silentMs, limit }: { silentMs: number; limit: number },
): Promise<number> {
  return (await sql.query(RESCUE_ORPHANS, [LOSE_ATTEMPTS_PARAM, silentMs, limit])).length;
}
