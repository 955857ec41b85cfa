import type { SqlSession } from './executor.ts';

const EXPIRE_TASKS = `
  update tasks t set state = 'expired', run_at = null, finished_at = now()
  where t.id in (
    select late.id from tasks late
    where late.expires_at <= now() and late.finished_at is null and late.state in ('scheduled', 'queued', 'retrying')
    order by late.expires_at
    limit $1
    for update skip locked
  )
  returning 1`;

export async function expireTasks(sql: SqlSession, limit: number): Promise<number> {
  return (await sql.query(EXPIRE_TASKS, [limit])).length;
}
