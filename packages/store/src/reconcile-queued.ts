import type { SqlSession } from './executor.ts';
import { firstIdAt } from './first-id.ts';
import type { Reconciliation } from './port.ts';

// How far the queue has come, by priority: where the workers are that have come the furthest, be they gone since. No message
// of ours is from the future; one that says so is somebody else's, and says nothing.
const FRONTIERS = `
  with serving as (
    select heartbeat_at, frontiers from workers where queue = $1
    union all
    select heartbeat_at, other_queues -> $1::text from workers where queue <> $1 and other_queues ? $1::text
  )
  select
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    count(*) filter (where heartbeat_at >= now() - interval '15 seconds')::int as alive,
    coalesce((
      select jsonb_object_agg(priority, frontier) from (
        select reached.key as priority, max(reached.value::float8) as frontier
        from serving, jsonb_each_text(serving.frontiers) as reached
        where reached.value::float8 <= extract(epoch from clock_timestamp()) * 1000
        group by reached.key
      ) as by_priority
    ), '{}') as frontiers
  from serving`;

// No task was queued before its id was made, so that the index leaves out whatever came after the frontier. Where ids are old
// and the queueing is young, after an outage for example, that is not enough: a look reads so many rows, and the next goes on.
const RECONCILE = `
  with read as materialized (
    select id, queue, priority, queued_at from tasks
    where (state, id) > ('queued', $7::uuid)
      and (state, id) < ('queued', ${firstIdAt('to_timestamp($2::float8 / 1000)')})
    order by state, id
    limit $8
  ),
  lost as materialized (
    select t.id from tasks t
    join read on read.id = t.id
    where read.queue = $1
      and read.queued_at < to_timestamp(coalesce($3::float8, ($4::jsonb ->> read.priority::text)::float8) / 1000)
        - $5 * interval '1 millisecond'
      and t.state = 'queued' and t.queued_at = read.queued_at
    order by t.id
    limit $6
    for update of t skip locked
  ),
  sent as (
    update tasks t set state = 'scheduled', run_at = now(), queued_at = null
    from lost
    where t.id = lost.id
    returning 1
  )
  select
    (select count(*) from sent)::int as reconciled,
    (select count(*) from read)::int as read,
    (select id from read order by id desc limit 1) as last_id`;

/** Rows per look. */
const READ_LIMIT = 50_000;
const FROM_THE_START = '00000000-0000-0000-0000-000000000000';

interface FrontierRow {
  now: number;
  alive: number;
  frontiers: string;
}

interface LookRow {
  reconciled: number;
  read: number;
  last_id: string | null;
}

/** Each look at a queue goes on where the one before has ended, and begins again at the oldest task after the youngest. */
export function createReconciler(
  sql: SqlSession,
  readLimit = READ_LIMIT,
): (reconciliation: Reconciliation) => Promise<number> {
  const lastIds = new Map<string, string>();
  return async ({ queue, isDrained, marginMs, limit }) => {
    const [row] = await sql.query<FrontierRow>(FRONTIERS, [queue]);
    if (!row || row.alive === 0) return 0;
    // Asked after the clock: what was sent until then has been handed out, or is lost.
    const everything = (await isDrained()) ? row.now : null;
    const frontiers = Object.values(JSON.parse(row.frontiers) as Record<string, number>);
    const furthest = everything ?? Math.max(0, ...frontiers);
    const after = lastIds.get(queue) ?? FROM_THE_START;
    const params = [queue, furthest, everything, row.frontiers, marginMs, limit, after, readLimit];
    const [look] = await sql.query<LookRow>(RECONCILE, params);
    const reconciled = look?.reconciled ?? 0;
    // There may be more of them among those that were read.
    if (reconciled < limit) lastIds.set(queue, (look?.read === readLimit && look.last_id) || FROM_THE_START);
    return reconciled;
  };
}
