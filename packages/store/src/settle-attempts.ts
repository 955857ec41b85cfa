import { type AttemptOutcome, FINAL_TASK_STATES, type TaskState } from '@offload/contract';
import { closeAttempt } from './close-attempt.ts';
import type { SqlSession } from './executor.ts';
import type { Outcome, Settlement } from './port.ts';
import { errorJson, exactJson } from './storable-text.ts';

const CLOSED = closeAttempt({
  attempts: 'locked.attempts',
  outcome: 'locked.outcome',
  error: 'locked.error::jsonb',
});

// Rows are locked in id order, and everything is computed from `locked`, as in a claim. They are found by id alone: the index
// on the state holds a dead entry for everything that ran lately. An interruption is not the task's error, only the attempt's.
// Where the task would go on, a cancel that was asked for ends it instead; without a message of its own it cannot be `queued`.
const SETTLE_ATTEMPTS = {
  name: 'settle_attempts',
  text: `
    with locked as materialized (
      select
        settlement.*,
        t.failures, t.attempts, t.queued_at, t.error as task_error,
        t.state = 'running' and t.attempt = settlement.attempt as is_current,
        case
          when settlement.state in ('retrying', 'queued') and t.cancel_requested_at is not null then 'cancelled'
          when settlement.state = 'queued' and t.detached then 'scheduled'
          else settlement.state
        end as new_state
      from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[])
        with ordinality as settlement (id, attempt, state, outcome, result, error, delay_ms, index)
      join tasks t on t.id = settlement.id
      order by t.id
      for update of t
    )
    update tasks t set
      state = locked.new_state,
      result = locked.result::json,
      error = case when locked.outcome = 'interrupted' then locked.task_error else locked.error::jsonb end,
      failures = locked.failures + (locked.outcome = 'failed')::int,
      worker = null,
      ticket = null,
      detached = false,
      attempts = ${CLOSED},
      run_at = case
        when locked.new_state in ('retrying', 'scheduled')
          then now() + coalesce(locked.delay_ms, 0) * interval '1 millisecond'
      end,
      queued_at = case locked.new_state when 'queued' then now() when 'scheduled' then null else locked.queued_at end,
      finished_at = case when locked.new_state = any($8::text[]) then now() end
    from locked
    where t.id = locked.id and is_current
    returning locked.index::int`,
};

interface Change {
  state: TaskState;
  outcome: AttemptOutcome;
  /** JSON text. */
  result: string | null;
  /** JSON text. */
  error: string | null;
  delayMs: number | null;
}

/** A settlement on its way into a batch. */
export interface PreparedSettlement {
  taskId: string;
  attempt: number;
  change: Change;
}

/** Outside the batch, so that a result that is no JSON concerns its caller alone. */
export function prepareSettlement({ taskId, attempt, outcome }: Settlement): PreparedSettlement {
  return { taskId, attempt, change: toChange(outcome) };
}

/** One statement for all settlements; no two of them may be for the same task. */
export async function settleAttempts(
  sql: SqlSession,
  settlements: readonly PreparedSettlement[],
): Promise<('stored' | 'superseded')[]> {
  const rows = await sql.query<{ index: number }>(SETTLE_ATTEMPTS, [
    settlements.map(({ taskId }) => taskId),
    settlements.map(({ attempt }) => attempt),
    settlements.map(({ change }) => change.state),
    settlements.map(({ change }) => change.outcome),
    settlements.map(({ change }) => change.result),
    settlements.map(({ change }) => change.error),
    settlements.map(({ change }) => change.delayMs),
    FINAL_TASK_STATES,
  ]);
  const stored = new Set(rows.map(({ index }) => index));
  // Ordinality counts from 1.
  return settlements.map((_, position) => (stored.has(position + 1) ? 'stored' : 'superseded'));
}

function toChange(outcome: Outcome): Change {
  const nothing = { result: null, error: null, delayMs: null };
  switch (outcome.kind) {
    case 'succeeded':
      return { ...nothing, state: 'succeeded', outcome: 'succeeded', result: exactJson(outcome.result) };
    case 'retry':
      return {
        ...nothing,
        state: 'retrying',
        outcome: 'failed',
        error: errorJson(outcome.error),
        delayMs: outcome.delayMs,
      };
    case 'failed':
      return { ...nothing, state: 'failed', outcome: 'failed', error: errorJson(outcome.error) };
    case 'cancelled':
      return { ...nothing, state: 'cancelled', outcome: 'cancelled' };
    case 'interrupted':
      return { ...nothing, state: 'queued', outcome: 'interrupted', error: errorJson(outcome.error) };
  }
}
