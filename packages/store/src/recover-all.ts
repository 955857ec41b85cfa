import { closeAttempt } from './close-attempt.ts';
import type { SqlExecutor } from './executor.ts';
import { WORKER_LOST_JSON } from './worker-lost.ts';

const RECOVER_QUEUED = `
  with recovered as (
    update tasks set state = 'scheduled', run_at = now(), queued_at = null where state = 'queued' returning 1
  )
  select count(*)::int as count from recovered`;

const LOST = closeAttempt({ attempts: 't.attempts', outcome: `'worker_lost'`, error: '$1::jsonb' });

const RECOVER_RUNNING = `
  with recovered as (
    update tasks t set
      state = case when t.failures + 1 >= t.max_attempts then 'failed' else 'retrying' end,
      run_at = case when t.failures + 1 >= t.max_attempts then null else now() end,
      finished_at = case when t.failures + 1 >= t.max_attempts then now() end,
      failures = t.failures + 1,
      error = $1::jsonb,
      worker = null,
      attempts = ${LOST}
    where t.state = 'running'
    returning t.state
  )
  select count(*) filter (where state = 'retrying')::int as count from recovered`;

/** As many rows as there are: takes as long as it needs. */
export function recoverAll(sql: SqlExecutor): Promise<number> {
  return sql.unboundedTransaction(async (session) => {
    const queued = await session.query<{ count: number }>(RECOVER_QUEUED);
    const running = await session.query<{ count: number }>(RECOVER_RUNNING, [WORKER_LOST_JSON]);
    return (queued[0]?.count ?? 0) + (running[0]?.count ?? 0);
  });
}
