import type { SqlSession } from './executor.ts';
import { LOSE_ATTEMPTS_PARAM, loseAttempts } from './lose-attempts.ts';
import type { Rescue } from './port.ts';
import { stateRange } from './state-range.ts';

const ALLOWED = `case when detached then $2::float8 else $3::float8 end * interval '1 millisecond'`;

// An attempt younger than the silence that is allowed may be of a worker that has not beaten yet.
const RESCUE_ORPHANS = `
  with orphans as materialized (
    select id from tasks
    where ${stateRange(`'running'`)}
      and started_at < now() - ${ALLOWED}
      and not exists (
        select 1 from workers where workers.name = tasks.worker and workers.heartbeat_at >= now() - ${ALLOWED}
      )
    order by state, id
    limit $4
    for update skip locked
  )
  ${loseAttempts('t.id in (select id from orphans)')}`;

export async function rescueOrphans(sql: SqlSession, { silentMs, silentDetachedMs, limit }: Rescue): Promise<string[]> {
  const params = [LOSE_ATTEMPTS_PARAM, silentDetachedMs, silentMs, limit];
  return (await sql.query<{ id: string }>(RESCUE_ORPHANS, params)).map(({ id }) => id);
}
