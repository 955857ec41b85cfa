import { closeAttempt } from './attempt-entry.ts';
import { WORKER_LOST_JSON } from './worker-lost.ts';

const LOST = closeAttempt({ attempts: 't.attempts', outcome: `'worker_lost'`, error: '$1::jsonb' });

/** First parameter of a statement that has `loseAttempts` in it. */
export const LOSE_ATTEMPTS_PARAM = WORKER_LOST_JSON;

/**
 * SQL: an update of running tasks whose workers are gone. Each is due again, or ends: as cancelled if that was asked for, as
 * failed if this was its last attempt.
 * @param which condition on `t`
 */
export function loseAttempts(which: string): string {
  return `
    update tasks t set
      state = case
        when t.cancel_requested_at is not null then 'cancelled'
        when t.failures + 1 >= t.max_attempts then 'failed'
        else 'retrying'
      end,
      run_at = case when t.cancel_requested_at is null and t.failures + 1 < t.max_attempts then now() end,
      finished_at = case when t.cancel_requested_at is not null or t.failures + 1 >= t.max_attempts then now() end,
      failures = t.failures + 1,
      error = case when t.cancel_requested_at is null then $1::jsonb else t.error end,
      worker = null,
      ticket = null,
      detached = false,
      attempts = ${LOST}
    where t.state = 'running' and ${which}
    returning t.id, t.state`;
}
