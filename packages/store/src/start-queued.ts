import { type Backoff, DEFAULT_BACKOFF } from '@offload/contract';
import { openAttempt } from './attempt-entry.ts';
import type { SqlSession } from './executor.ts';
import type { Claim, ClaimRequest } from './port.ts';
import { storableText } from './storable-text.ts';

/** SQL: what is asked for; its parameters are those of `paramsOf`. */
export const REQUESTS = `json_to_recordset($2::json) as request
  (id uuid, worker text, redelivered boolean, repeated boolean, ticket bigint, quarantined boolean)`;

/** SQL: milliseconds since the task was last put on its queue. */
export const QUEUED_MS = '(extract(epoch from now() - queued_at) * 1000)::float8 as queued_ms';

// Nearly every claim: the task is queued, and nothing stands against its start. The state is compared so that no index is used
// for it: the one on the state holds a dead entry for everything that ran lately. Rows are updated, and so locked, in id order.
const START_QUEUED = {
  name: 'start_queued_tasks',
  text: `
    update tasks t set
      state = 'running',
      attempt = t.attempt + 1,
      worker = request.worker,
      ticket = request.ticket,
      error = null,
      progress = null,
      attempts = t.attempts || ${openAttempt('t.attempt + 1', 'request.worker')},
      started_at = now()
    from ${REQUESTS}
    where t.id = any($1::uuid[]) and t.id = request.id and (t.state = 'queued') is true
      and t.cancel_requested_at is null
      and (t.expires_at is null or t.expires_at > now())
      and not (t.failures + 1 >= t.max_attempts and t.attempts -> -1 ->> 'outcome' = 'worker_lost')
    returning t.id, t.attempt, t.max_attempts, t.failures, t.backoff, ${QUEUED_MS}`,
};

export interface ClaimedRow {
  id: string;
  attempt: number;
  max_attempts: number;
  failures: number;
  backoff: string | null;
  queued_ms: number;
}

/**
 * Starts an attempt at each task that is queued and ready, as nearly every one is; no two requests may be for the same task.
 * @returns nothing for the others: what to make of them, `claimTasks` knows
 */
export async function startQueued(sql: SqlSession, requests: readonly ClaimRequest[]): Promise<(Claim | undefined)[]> {
  const rows = await sql.query<ClaimedRow>(START_QUEUED, paramsOf(requests));
  const byId = new Map(rows.map((row) => [row.id, claimed(row)]));
  return requests.map(({ taskId }) => byId.get(rowId(taskId)));
}

/** The parameters of `REQUESTS`, in the order of their ids, in which rows are to be locked. */
export function paramsOf(requests: readonly ClaimRequest[]): [ids: string[], requests: string] {
  const rows = requests
    .map(({ taskId, worker, redelivered, repeated = false, ticket = null, quarantined = false }) => ({
      id: rowId(taskId),
      worker: storableText(worker),
      redelivered,
      repeated,
      ticket,
      quarantined,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return [rows.map(({ id }) => id), JSON.stringify(rows)];
}

/** As the database writes it. */
export function rowId(taskId: string): string {
  return taskId.toLowerCase();
}

export function claimed({ attempt, max_attempts, failures, backoff, queued_ms }: ClaimedRow): Claim {
  return {
    kind: 'claimed',
    attempt,
    maxAttempts: max_attempts,
    failures,
    backoff: backoff === null ? DEFAULT_BACKOFF : (JSON.parse(backoff) as Backoff),
    queuedMs: Math.round(queued_ms),
  };
}
