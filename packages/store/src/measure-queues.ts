import type { SqlSession } from './executor.ts';
import type { QueueMeasurement } from './port.ts';

/** Everything that a part below does not count. */
const NOTHING = {
  queued: '0',
  running: '0',
  due: '0',
  scheduled: '0',
  waiting_since: 'null::timestamptz',
  workers: '0',
  slots: '0',
  started: '0',
};

function part(counted: Partial<typeof NOTHING>, from: string): string {
  const columns = Object.entries({ ...NOTHING, ...counted }).map(([name, expression]) => `${expression} as ${name}`);
  return `select queue, ${columns.join(', ')} from ${from} group by queue`;
}

const IS_DUE = 'run_at <= now()';
const IS_ALIVE = `heartbeat_at >= now() - interval '15 seconds'`;

/** A row for each queue that a worker serves. */
const SERVED = `(
    select heartbeat_at, coalesce(share.key, queue) as queue, coalesce((share.value ->> 'slots')::int, concurrency) as slots,
      coalesce((share.value ->> 'taken')::float8, started) as taken
    from workers left join lateral jsonb_each(shares) share on true
  ) as served`;

// What has finished is not looked at: each part reads the entries of its own in an index, and the workers are a handful.
const MEASURE_QUEUES = `
  select queue, sum(queued)::float8 as queued, sum(running)::float8 as running, sum(due)::float8 as due,
    sum(scheduled)::float8 as scheduled, sum(workers)::float8 as workers, sum(slots)::float8 as slots,
    sum(started)::float8 as started,
    greatest(0, extract(epoch from clock_timestamp() - min(waiting_since)) * 1000)::float8 as oldest_ms,
    min(waiting_since) is not null as is_waiting
  from (
    ${part({ queued: 'count(*)', waiting_since: 'min(queued_at)' }, `tasks where state = 'queued'`)}
    union all
    ${part({ running: 'count(*)' }, `tasks where state = 'running'`)}
    union all
    ${part(
      {
        due: `count(*) filter (where ${IS_DUE})`,
        scheduled: `count(*) filter (where not ${IS_DUE})`,
        waiting_since: `min(run_at) filter (where ${IS_DUE})`,
      },
      'tasks where run_at is not null',
    )}
    union all
    ${part(
      {
        workers: `count(*) filter (where ${IS_ALIVE})`,
        slots: `coalesce(sum(slots) filter (where ${IS_ALIVE}), 0)`,
        started: 'sum(taken)',
      },
      SERVED,
    )}
  ) as parts
  group by queue
  order by queue`;

interface MeasuredRow extends Omit<QueueMeasurement, 'oldestMs'> {
  oldest_ms: number;
  is_waiting: boolean;
}

export async function measureQueues(sql: SqlSession): Promise<QueueMeasurement[]> {
  const rows = await sql.query<MeasuredRow>(MEASURE_QUEUES);
  return rows.map(({ oldest_ms, is_waiting, ...counted }) => ({
    ...counted,
    oldestMs: is_waiting ? Math.round(oldest_ms) : null,
  }));
}
