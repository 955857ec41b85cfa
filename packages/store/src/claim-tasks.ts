import { closeAttempt } from './close-attempt.ts';
import type { SqlSession } from './executor.ts';
import type { Claim, ClaimRequest } from './port.ts';
import { storableText } from './storable-text.ts';
import { WORKER_LOST_JSON } from './worker-lost.ts';

const LOST = closeAttempt({ attempts: 'locked.attempts', outcome: `'worker_lost'`, error: '$4::jsonb' });

// Rows are locked in id order, or two batches could wait for each other. They are locked whatever their state: one that is
// just being dispatched becomes `queued` when that commits, and its message, this one, must find it so. After such a wait,
// `locked` has the row as it is now, but Postgres first tries the update, with its constraints, on the row as it was when the
// statement began. So everything is computed from `locked`, and `run_at` is set although it is null already.
const CLAIM_TASKS = {
  name: 'claim_tasks',
  text: `
    with locked as materialized (
      select
        t.id, t.state, t.attempt, t.failures, t.max_attempts, t.attempts, t.progress, t.started_at, t.queued_at,
        request.index, request.worker,
        t.state = 'queued' as is_queued,
        t.state = 'running' and request.repeated and t.worker = request.worker as is_own,
        t.state = 'running' and request.redelivered as is_redelivered
      from unnest($1::uuid[], $2::text[], $3::boolean[], $5::boolean[]) with ordinality
        as request (id, worker, redelivered, repeated, index)
      join tasks t on t.id = request.id
      order by t.id
      for update of t
    ),
    judged as (
      select
        *,
        is_redelivered and not is_own as is_lost,
        is_redelivered and not is_own and failures + 1 >= max_attempts as is_exhausted
      from locked
    ),
    failed as (
      update tasks t set
        state = 'failed',
        run_at = null,
        failures = locked.failures + 1,
        worker = null,
        error = $4::jsonb,
        attempts = ${LOST},
        finished_at = now()
      from judged locked
      where t.id = locked.id and is_exhausted
    ),
    started as (
      update tasks t set
        state = 'running',
        run_at = null,
        attempt = locked.attempt + 1,
        failures = locked.failures + is_lost::int,
        worker = locked.worker,
        error = null,
        progress = null,
        attempts = case when is_lost then ${LOST} else locked.attempts end || jsonb_build_object(
          'number', locked.attempt + 1, 'worker', locked.worker, 'startedAt', now(),
          'finishedAt', null, 'outcome', null, 'error', null),
        started_at = now()
      from judged locked
      where t.id = locked.id and (is_queued or is_lost) and not is_exhausted
    )
    select
      index::int, state, is_queued or is_lost or is_own as is_startable, is_exhausted,
      attempt + (not is_own)::int as attempt, max_attempts, failures + is_lost::int as failures,
      (extract(epoch from now() - queued_at) * 1000)::float8 as queued_ms
    from judged`,
};

interface ClaimRow {
  /** From 1, as ordinality counts. */
  index: number;
  /** Before the claim. */
  state: string;
  is_startable: boolean;
  is_exhausted: boolean;
  attempt: number;
  max_attempts: number;
  failures: number;
  queued_ms: number;
}

/** One statement for all requests; no two of them may be for the same task. */
export async function claimTasks(sql: SqlSession, requests: readonly ClaimRequest[]): Promise<Claim[]> {
  const rows = await sql.query<ClaimRow>(CLAIM_TASKS, [
    requests.map(({ taskId }) => taskId),
    requests.map(({ worker }) => storableText(worker)),
    requests.map(({ redelivered }) => redelivered),
    WORKER_LOST_JSON,
    requests.map(({ repeated }) => repeated === true),
  ]);
  const claims = requests.map((): Claim => ({ kind: 'refused', reason: 'unknown' }));
  for (const row of rows) claims[row.index - 1] = toClaim(row);
  return claims;
}

function toClaim(row: ClaimRow): Claim {
  const { state, is_startable, is_exhausted, attempt, max_attempts, failures, queued_ms } = row;
  if (is_exhausted) return { kind: 'refused', reason: 'exhausted' };
  if (is_startable) {
    return { kind: 'claimed', attempt, maxAttempts: max_attempts, failures, queuedMs: Math.round(queued_ms) };
  }
  return { kind: 'refused', reason: state === 'running' ? 'running' : 'not_startable' };
}
