import type { SqlSession } from './executor.ts';
import { LOSE_ATTEMPTS_PARAM, loseAttempts } from './lose-attempts.ts';
import type { Rescue } from './port.ts';

const ALLOWED = `case when orphan.detached then $2::float8 else $3::float8 end * interval '1 millisecond'`;

// An attempt younger than the silence that is allowed may be of a worker that has not beaten yet.
// The broker sends the message of a dead worker to the next one by itself; where there is none, nobody else is to be waited for.
const RESCUE_ORPHANS = loseAttempts(`t.id in (
  select orphan.id from tasks orphan
  where orphan.state = 'running'
    and orphan.started_at < now() - ${ALLOWED}
    and not exists (
      select 1 from workers where workers.name = orphan.worker and workers.heartbeat_at >= now() - ${ALLOWED}
    )
  order by orphan.id
  limit $4
  for update of orphan skip locked
)`);

export async function rescueOrphans(sql: SqlSession, { silentMs, silentDetachedMs, limit }: Rescue): Promise<number> {
  return (await sql.query(RESCUE_ORPHANS, [LOSE_ATTEMPTS_PARAM, silentDetachedMs, silentMs, limit])).length;
}
