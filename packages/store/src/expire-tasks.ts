import type { SqlSession } from './executor.ts';

const EXPIRE_TASKS = `
  with late as materialized (
    select id from tasks
    where expires_at <= now() and finished_at is null and state in ('scheduled', 'queued', 'retrying')
    order by expires_at
    limit $1
    for update skip locked
  )
  update tasks t set state = 'expired', run_at = null, finished_at = now()
  from late
  where t.id = late.id
  returning t.id`;

export async function expireTasks(sql: SqlSession, limit: number): Promise<string[]> {
  return (await sql.query<{ id: string }>(EXPIRE_TASKS, [limit])).map(({ id }) => id);
}
