import type { SqlExecutor } from './executor.ts';
import { firstIdAt } from './first-id.ts';
import type { Reconciliation } from './port.ts';
import { stateRange } from './state-range.ts';

// How far the queue has come, by priority: where the workers are that have come the furthest, be they gone since. No message
// of ours is from the future; one that says so is somebody else's, and says nothing.
const FRONTIERS = `
  select
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    count(*) filter (where heartbeat_at >= now() - interval '15 seconds')::int as alive,
    coalesce((
      select jsonb_object_agg(priority, frontier) from (
        select reached.key as priority, max(reached.value::float8) as frontier
        from workers w, jsonb_each_text(w.frontiers) as reached
        where w.queue = $1 and reached.value::float8 <= extract(epoch from clock_timestamp()) * 1000
        group by reached.key
      ) as by_priority
    ), '{}') as frontiers
  from workers where queue = $1`;

// No task was queued before its id was made, so that the index leaves out whatever came after the frontier.
const RECONCILE = `
  with lost as materialized (
    select id from tasks
    where ${stateRange(`'queued'`, firstIdAt('to_timestamp($2::float8 / 1000)'))} and queue = $1
      and queued_at < to_timestamp(coalesce($3::float8, ($4::jsonb ->> priority::text)::float8) / 1000)
        - $5 * interval '1 millisecond'
    order by state, id
    limit $6
    for update skip locked
  )
  update tasks t set state = 'scheduled', run_at = now(), queued_at = null
  from lost
  where t.id = lost.id
  returning 1`;

interface FrontierRow {
  now: number;
  alive: number;
  frontiers: string;
}

export async function reconcileQueued(
  sql: SqlExecutor,
  { queue, isDrained, marginMs, limit }: Reconciliation,
): Promise<number> {
  const [row] = await sql.query<FrontierRow>(FRONTIERS, [queue]);
  if (!row || row.alive === 0) return 0;
  // Asked after the clock: what was sent until then has been handed out, or is lost.
  const everything = (await isDrained()) ? row.now : null;
  const frontiers = Object.values(JSON.parse(row.frontiers) as Record<string, number>);
  const furthest = everything ?? Math.max(0, ...frontiers);
  return (await sql.query(RECONCILE, [queue, furthest, everything, row.frontiers, marginMs, limit])).length;
}
