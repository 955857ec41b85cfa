import { type AttemptOutcome, FINAL_TASK_STATES, type TaskState } from '@offload/contract';
import { closeAttempt } from './attempt-entry.ts';
import type { SqlSession } from './executor.ts';
import type { Outcome, Settlement } from './port.ts';
import { errorJson, exactJson } from './storable-text.ts';

const CLOSED = closeAttempt({
  attempts: 't.attempts',
  outcome: 'settlement.outcome',
  error: 'settlement.error::jsonb',
});

// Where the task would go on, a cancel that was asked for ends it instead; without a message of its own it cannot be `queued`.
const NEW_STATE = `case
  when settlement.state in ('retrying', 'queued') and t.cancel_requested_at is not null then 'cancelled'
  when settlement.state = 'queued' and t.detached then 'scheduled'
  else settlement.state
end`;

// Rows are found and updated as in a claim. An interruption is not the task's error, only the attempt's.
const SETTLE_ATTEMPTS = {
  name: 'settle_attempts',
  text: `
    update tasks t set
      state = ${NEW_STATE},
      result = settlement.result::json,
      error = case when settlement.outcome = 'interrupted' then t.error else settlement.error::jsonb end,
      failures = t.failures + (settlement.outcome = 'failed')::int,
      worker = null,
      ticket = null,
      detached = false,
      attempts = ${CLOSED},
      run_at = case
        when ${NEW_STATE} in ('retrying', 'scheduled')
          then now() + coalesce(settlement.delay_ms, 0) * interval '1 millisecond'
      end,
      queued_at = case ${NEW_STATE} when 'queued' then now() when 'scheduled' then null else t.queued_at end,
      finished_at = case when ${NEW_STATE} = any($3::text[]) then now() end
    from json_to_recordset($2::json) as settlement
      (id uuid, attempt int, state text, outcome text, result text, error text, delay_ms float8)
    where t.id = any($1::uuid[]) and t.id = settlement.id and t.attempt = settlement.attempt and (t.state = 'running') is true
    returning t.id`,
};

interface Change {
  state: TaskState;
  outcome: AttemptOutcome;
  /** JSON text. */
  result: string | null;
  /** JSON text. */
  error: string | null;
  /** Milliseconds. */
  delay_ms: number | null;
}

/** A settlement on its way into a batch: a row of `SETTLE_ATTEMPTS`. */
export interface PreparedSettlement extends Change {
  /** As the database writes it. */
  id: string;
  attempt: number;
}

/** Outside the batch, so that a result that is no JSON concerns its caller alone. */
export function prepareSettlement({ taskId, attempt, outcome }: Settlement): PreparedSettlement {
  return { id: taskId.toLowerCase(), attempt, ...toChange(outcome) };
}

/** One statement for all settlements; no two of them may be for the same task. */
export async function settleAttempts(
  sql: SqlSession,
  settlements: readonly PreparedSettlement[],
): Promise<('stored' | 'superseded')[]> {
  const rows = settlements.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ids = rows.map(({ id }) => id);
  const stored = await sql.query<{ id: string }>(SETTLE_ATTEMPTS, [ids, JSON.stringify(rows), FINAL_TASK_STATES]);
  const storedIds = new Set(stored.map(({ id }) => id));
  return settlements.map(({ id }) => (storedIds.has(id) ? 'stored' : 'superseded'));
}

function toChange(outcome: Outcome): Change {
  const nothing = { result: null, error: null, delay_ms: null };
  switch (outcome.kind) {
    case 'succeeded':
      return { ...nothing, state: 'succeeded', outcome: 'succeeded', result: exactJson(outcome.result) };
    case 'retry':
      return {
        ...nothing,
        state: 'retrying',
        outcome: 'failed',
        error: errorJson(outcome.error),
        delay_ms: outcome.delayMs,
      };
    case 'failed':
      return { ...nothing, state: 'failed', outcome: 'failed', error: errorJson(outcome.error) };
    case 'cancelled':
      return { ...nothing, state: 'cancelled', outcome: 'cancelled' };
    case 'interrupted':
      return { ...nothing, state: 'queued', outcome: 'interrupted', error: errorJson(outcome.error) };
  }
}
