import type { SqlSession } from './executor.ts';
import type { Backlog } from './port.ts';

// Counting stops at the limit, whatever there is.
const MEASURE_BACKLOG = `
  select
    (select count(*) from (select 1 from tasks where state = 'queued' limit $1) as queued)::int
      + (select count(*) from (select 1 from tasks where run_at <= now() limit $1) as due)::int as size,
    (select coalesce(sum(started), 0) from workers)::float8 as started`;

export async function measureBacklog(sql: SqlSession, limit: number): Promise<Backlog> {
  const [row] = await sql.query<Backlog>(MEASURE_BACKLOG, [limit]);
  return { size: row?.size ?? 0, started: row?.started ?? 0 };
}
