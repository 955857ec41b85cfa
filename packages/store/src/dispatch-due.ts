import type { SqlExecutor } from './executor.ts';
import type { Dispatched, DueTask } from './port.ts';
import { toTimestamp } from './task-row.ts';

const LOCK_DUE = `
  select id, type, queue, payload, priority, max_attempts, timeout_ms, request_id, trace_context, created_at,
    clock_timestamp() as queued_at
  from tasks
  where run_at <= now() and queue <> all($2::text[])
  order by run_at, id
  limit $1
  for update skip locked`;

// As its message says: the time before it was sent, so that none overtakes its own.
const MARK_QUEUED = `
  update tasks t set state = 'queued', run_at = null, queued_at = sent.queued_at
  from unnest($1::uuid[], $2::timestamptz[]) as sent (id, queued_at)
  where t.id = sent.id`;

// Null, as it has to be, when none waits: `greatest(0, …)` would make that 0.
// The first entry of the index; `min()` would read them all.
const NEXT_DUE = `
  select greatest(0, extract(epoch from run_at - clock_timestamp()) * 1000)::float8 as next_due_in_ms
  from tasks
  where run_at > now()
  order by run_at, id
  limit 1`;

interface DueRow {
  id: string;
  type: string;
  queue: string;
  payload: string;
  priority: number;
  max_attempts: number;
  timeout_ms: number;
  request_id: string | null;
  trace_context: string | null;
  created_at: string;
  queued_at: string;
}

export function dispatchDue(
  sql: SqlExecutor,
  limit: number,
  publish: (due: DueTask[]) => Promise<string[]>,
  exceptQueues: readonly string[] = [],
): Promise<Dispatched> {
  return sql.transaction(async (session) => {
    const due = (await session.query<DueRow>(LOCK_DUE, [limit, exceptQueues])).map(toDueTask);
    const published = due.length === 0 ? [] : lockedOnly(due, await publish(due));
    if (published.length > 0) {
      await session.query(MARK_QUEUED, [published.map(({ id }) => id), published.map(({ queuedAt }) => queuedAt)]);
    }
    const [next] = await session.query<{ next_due_in_ms: number }>(NEXT_DUE);
    return {
      published: published.length,
      unpublished: due.length - published.length,
      nextDueInMs: typeof next?.next_due_in_ms === 'number' ? Math.max(0, next.next_due_in_ms) : null,
    };
  });
}

/** Only rows that this transaction holds may change. */
function lockedOnly(due: readonly DueTask[], publishedIds: readonly string[]): DueTask[] {
  const ids = new Set(publishedIds);
  return due.filter(({ id }) => ids.has(id));
}

function toDueTask(row: DueRow): DueTask {
  return {
    id: row.id,
    type: row.type,
    queue: row.queue,
    payload: JSON.parse(row.payload),
    priority: row.priority,
    maxAttempts: row.max_attempts,
    createdAt: toTimestamp(row.created_at),
    queuedAt: toTimestamp(row.queued_at),
    timeoutMs: row.timeout_ms,
    requestId: row.request_id,
    traceContext: row.trace_context === null ? null : JSON.parse(row.trace_context),
  };
}
