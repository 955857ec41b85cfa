import type { SqlExecutor } from './executor.ts';
import { LOSE_ATTEMPTS_PARAM, loseAttempts } from './lose-attempts.ts';

const RECOVER_QUEUED = `
  with recovered as (
    update tasks set state = 'scheduled', run_at = now(), queued_at = null where state = 'queued' returning 1
  )
  select count(*)::int as count from recovered`;

const RECOVER_RUNNING = `
  with recovered as (${loseAttempts('true')})
  select count(*) filter (where state = 'retrying')::int as count from recovered`;

/** As many rows as there are: takes as long as it needs. */
export function recoverAll(sql: SqlExecutor): Promise<number> {
  return sql.longTransaction(async (session) => {
    const queued = await session.query<{ count: number }>(RECOVER_QUEUED);
    const running = await session.query<{ count: number }>(RECOVER_RUNNING, [LOSE_ATTEMPTS_PARAM]);
    return (queued[0]?.count ?? 0) + (running[0]?.count ?? 0);
  });
}
