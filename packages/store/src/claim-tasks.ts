import { closeAttempt, openAttempt } from './attempt-entry.ts';
import type { SqlSession } from './executor.ts';
import type { Claim, ClaimRequest } from './port.ts';
import { type ClaimedRow, claimed, paramsOf, QUEUED_MS, REQUESTS, rowId } from './start-queued.ts';
import { WORKER_LOST_JSON } from './worker-lost.ts';

const LOST = closeAttempt({ attempts: 'judged.attempts', outcome: `'worker_lost'`, error: '$3::jsonb' });

// Whatever `startQueued` leaves. Rows are locked in id order, or two batches could wait for each other. They are locked whatever
// their state: one that is just being dispatched becomes `queued` when that commits, and its message, this one, must find it
// so. After such a wait, `locked` has the row as it is now, but Postgres first tries the update, with its constraints, on the
// row as it was when the statement began. So everything is computed from `locked`, and `run_at` is set although it is null
// already.
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
        request.worker, request.ticket, request.quarantined,
        t.state = 'queued' as is_queued,
        t.state = 'running' and request.repeated and t.worker = request.worker and not t.detached
          and t.ticket is not distinct from request.ticket as is_own,
        t.state = 'running' and request.redelivered and not t.detached
          and coalesce(t.ticket = request.ticket, true) as is_redelivered
      from ${REQUESTS}
      join tasks t on t.id = request.id
      where t.id = any($1::uuid[])
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
        error = case when verdict = 'failed' then $3::jsonb else t.error end,
        attempts = case when is_lost then ${LOST} else judged.attempts end,
        finished_at = now()
      from judged
      where t.id = any($1::uuid[]) and t.id = judged.id and verdict in ('cancelled', 'failed', 'expired')
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
        attempts = case when is_lost then ${LOST} else judged.attempts end || ${openAttempt('judged.attempt + 1', 'judged.worker')},
        started_at = now()
      from judged
      where t.id = any($1::uuid[]) and t.id = judged.id and verdict = 'started'
    )
    select
      id, state, verdict, attempt + (not is_own)::int as attempt, max_attempts, failures_now as failures, backoff, ${QUEUED_MS}
    from judged`,
};

interface JudgedRow extends ClaimedRow {
  /** Before the claim. */
  state: string;
  verdict: 'own' | 'refused' | 'cancelled' | 'failed' | 'expired' | 'suspect' | 'started';
}

/** One statement for all requests; no two of them may be for the same task. */
export async function claimTasks(sql: SqlSession, requests: readonly ClaimRequest[]): Promise<Claim[]> {
  const rows = await sql.query<JudgedRow>(CLAIM_TASKS, [...paramsOf(requests), WORKER_LOST_JSON]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return requests.map(({ taskId }) => toClaim(byId.get(rowId(taskId))));
}

function toClaim(row: JudgedRow | undefined): Claim {
  if (!row) return { kind: 'refused', reason: 'unknown' };
  switch (row.verdict) {
    case 'own':
    case 'started':
      return claimed(row);
    case 'failed':
      return { kind: 'refused', reason: 'exhausted' };
    case 'cancelled':
    case 'expired':
    case 'suspect':
      return { kind: 'refused', reason: row.verdict };
    case 'refused':
      return { kind: 'refused', reason: row.state === 'running' ? 'running' : 'not_startable' };
  }
}
