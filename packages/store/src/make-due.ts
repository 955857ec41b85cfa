import type { SqlSession } from './executor.ts';

const MAKE_DUE = `
  update tasks t set state = 'scheduled', run_at = now(), queued_at = null
  from (
    select id from tasks where id = any($1::uuid[]) and state = 'queued' order by id for update
  ) as unsent
  where t.id = unsent.id`;

export async function makeDue(sql: SqlSession, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql.query(MAKE_DUE, [ids]);
}
