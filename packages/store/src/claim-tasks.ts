import { type Backoff, DEFAULT_BACKOFF } from '@offload/contract';
import { closeAttempt } from './close-attempt.ts';
import type { SqlSession } from './executor.ts';
import type { Claim, ClaimRequest } from './port.ts';
import { storableText } from './storable-text.ts';
import { WORKER_LOST_JSON } from './worker-lost.ts';

const LOST = closeAttempt({ attempts: 'judged.attempts', outcome: `'worker_lost'`, error: '$4::jsonb' });

// Rows are locked in id order, or two batches could wait for each other. They are locked whatever their state: one that is
// just being dispatched becomes `queued` when that commits, and its message, this one, must find it so. After such a wait,
// `locked` has the row as it is now, but Postgres first tries the update, with its constraints, on the row as it was when the
// statement began. So everything is computed from `locked`, and `run_at` is set although it is null already.
//
// A running task is taken over when the message of its attempt comes back: its worker is gone. Where either side has no
// ticket, because a version without tickets wrote it, any redelivery counts. A task whose next lost worker would be its last,
// and whose latest one was lost, is a suspect, by whatever way it comes. An unanswered claim is known by its ticket, too:
// the same worker may hold the task by a double of the message.
const CLAIM_TASKS = {
  name: 'claim_tasks',
  text: `
    with locked as materialized (
      select
        t.id, t.state, t.attempt, t.failures, t.max_attempts, t.attempts, t.queued_at, t.backoff,
        t.cancel_requested_at is not null as is_cancelled,
        t.expires_at is not null and t.expires_at <= now() as is_expired,
        request.index, request.worker, request.ticket, request.quarantined,
        t.state = 'queued' as is_queued,
        t.state = 'running' and request.repeated and t.worker = request.worker and not t.detached
          and t.ticket is not distinct from request.ticket as is_own,
        t.state = 'running' and request.redelivered and not t.detached
          and coalesce(t.ticket = request.ticket, true) as is_redelivered
      from unnest($1::uuid[], $2::text[], $3::boolean[], $5::boolean[], $6::bigint[], $7::boolean[]) with ordinality
        as request (id, worker, redelivered, repeated, ticket, quarantined, index)
      join tasks t on t.id = request.id
      order by t.id
      for update of t
    ),
    judged as (
      select
        *,
        is_redelivered and not is_own as is_lost,
        failures + (is_redelivered and not is_own)::int as failures_now,
        case
          when is_own then 'own'
          when not (is_queued or is_redelivered) then 'refused'
          when is_cancelled then 'cancelled'
          when is_redelivered and failures + 1 >= max_attempts then 'failed'
          when is_expired then 'expired'
          when quarantined then 'started'
          when is_redelivered and failures + 2 >= max_attempts then 'suspect'
          when failures + 1 >= max_attempts and attempts -> -1 ->> 'outcome' = 'worker_lost' then 'suspect'
          else 'started'
        end as verdict
      from locked
    ),
    ended as (
      update tasks t set
        state = judged.verdict,
        run_at = null,
        failures = failures_now,
        worker = null,
        ticket = null,
        detached = false,
        error = case when verdict = 'failed' then $4::jsonb else t.error end,
        attempts = case when is_lost then ${LOST} else judged.attempts end,
        finished_at = now()
      from judged
      where t.id = judged.id and verdict in ('cancelled', 'failed', 'expired')
    ),
    started as (
      update tasks t set
        state = 'running',
        run_at = null,
        attempt = judged.attempt + 1,
        failures = failures_now,
        worker = judged.worker,
        ticket = judged.ticket,
        detached = false,
        error = null,
        progress = null,
        attempts = case when is_lost then ${LOST} else judged.attempts end || jsonb_build_object(
          'number', judged.attempt + 1, 'worker', judged.worker, 'startedAt', now(),
          'finishedAt', null, 'outcome', null, 'error', null),
        started_at = now()
      from judged
      where t.id = judged.id and verdict = 'started'
    )
    select
      index::int, state, verdict, attempt + (not is_own)::int as attempt, max_attempts, failures_now as failures, backoff,
      (extract(epoch from now() - queued_at) * 1000)::float8 as queued_ms
    from judged`,
};

interface ClaimRow {
  /** From 1, as ordinality counts. */
  index: number;
  /** Before the claim. */
  state: string;
  verdict: 'own' | 'refused' | 'cancelled' | 'failed' | 'expired' | 'suspect' | 'started';
  attempt: number;
  max_attempts: number;
  failures: number;
  backoff: string | null;
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
    requests.map(({ ticket }) => ticket ?? null),
    requests.map(({ quarantined }) => quarantined === true),
  ]);
  const claims = requests.map((): Claim => ({ kind: 'refused', reason: 'unknown' }));
  for (const row of rows) claims[row.index - 1] = toClaim(row);
  return claims;
}

function toClaim({ verdict, state, attempt, max_attempts, failures, backoff, queued_ms }: ClaimRow): Claim {
  switch (verdict) {
    case 'own':
    case 'started':
      return {
        kind: 'claimed',
        attempt,
        maxAttempts: max_attempts,
        failures,
        backoff: backoff === null ? DEFAULT_BACKOFF : (JSON.parse(backoff) as Backoff),
        queuedMs: Math.round(queued_ms),
      };
    case 'failed':
      return { kind: 'refused', reason: 'exhausted' };
    case 'cancelled':
    case 'expired':
    case 'suspect':
      return { kind: 'refused', reason: verdict };
    case 'refused':
      return { kind: 'refused', reason: state === 'running' ? 'running' : 'not_startable' };
  }
}
