import { closeAttempt } from './close-attempt.ts';
import type { SqlSession } from './executor.ts';
import type { Claim, ClaimRequest } from './port.ts';
import { storableText } from './storable-text.ts';
import { WORKER_LOST_JSON } from './worker-lost.ts';

// Rows are locked in id order, or two batches could wait for each other. They are locked whatever their state: one that is
// just being dispatched becomes `queued` when that commits, and its message, this one, must find it so.
const CLAIM_TASKS = {
  name: 'claim_tasks',
  text: `
    with locked as materialized (
      select
        t.id, t.state, request.index, request.worker,
        t.state = 'queued' as is_queued,
        t.state = 'running' and request.redelivered as is_lost,
        t.state = 'running' and request.redelivered and t.failures + 1 >= t.max_attempts as is_exhausted
      from unnest($1::uuid[], $2::text[], $3::boolean[]) with ordinality as request (id, worker, redelivered, index)
      join tasks t on t.id = request.id
      order by t.id
      for update of t
    ),
    changed as (
      update tasks t set
        state = case when is_exhausted then 'failed' else 'running' end,
        attempt = t.attempt + case when is_exhausted then 0 else 1 end,
        failures = t.failures + case when is_lost then 1 else 0 end,
        worker = case when is_exhausted then null else locked.worker end,
        error = case when is_exhausted then $4::jsonb end,
        progress = case when is_exhausted then t.progress end,
        attempts =
          case when is_lost then ${closeAttempt(`'worker_lost'`, '$4::jsonb')} else t.attempts end
          || case when is_exhausted then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
            'number', t.attempt + 1, 'worker', locked.worker, 'startedAt', now(),
            'finishedAt', null, 'outcome', null, 'error', null)) end,
        started_at = case when is_exhausted then t.started_at else now() end,
        finished_at = case when is_exhausted then now() end
      from locked
      where t.id = locked.id and (is_queued or is_lost)
      returning locked.index, t.state, t.attempt, t.max_attempts, t.failures
    )
    select index::int, state, true as is_changed, attempt, max_attempts, failures from changed
    union all
    select index::int, state, false, 0, 0, 0 from locked where not (is_queued or is_lost)`,
};

interface ClaimRow {
  /** From 1, as ordinality counts. */
  index: number;
  state: string;
  is_changed: boolean;
  attempt: number;
  max_attempts: number;
  failures: number;
}

/** One statement for all requests; no two of them may be for the same task. */
export async function claimTasks(sql: SqlSession, requests: readonly ClaimRequest[]): Promise<Claim[]> {
  const rows = await sql.query<ClaimRow>(CLAIM_TASKS, [
    requests.map(({ taskId }) => taskId),
    requests.map(({ worker }) => storableText(worker)),
    requests.map(({ redelivered }) => redelivered),
    WORKER_LOST_JSON,
  ]);
  const claims = requests.map((): Claim => ({ kind: 'refused', reason: 'unknown' }));
  for (const row of rows) claims[row.index - 1] = toClaim(row);
  return claims;
}

function toClaim({ state, is_changed, attempt, max_attempts, failures }: ClaimRow): Claim {
  if (!is_changed) return { kind: 'refused', reason: state === 'running' ? 'running' : 'not_startable' };
  if (state === 'failed') return { kind: 'refused', reason: 'exhausted' };
  return { kind: 'claimed', attempt, maxAttempts: max_attempts, failures };
}
