import type { SqlSession } from './executor.ts';
import type { NewPause, QueuePause } from './port.ts';
import { storableText } from './storable-text.ts';
import { toTimestamp, toTimestampOrNull } from './task-row.ts';

const IN_FORCE = '(until is null or until > now())';

// Its beginning stays while it is in force.
const PAUSE = `
  insert into queue_pauses as former (queue, paused_by, reason, since, until)
  values ($1, $2, $3, now(), $4)
  on conflict (queue) do update set
    paused_by = excluded.paused_by,
    reason = excluded.reason,
    since = case when former.until is null or former.until > now() then former.since else excluded.since end,
    until = excluded.until
  returning queue, paused_by, reason, since, until`;

const RESUME = 'delete from queue_pauses where queue = $1';

const LIST = `
  select queue, paused_by, reason, since, until from queue_pauses
  where ${IN_FORCE}
  order by queue`;

interface PauseRow {
  queue: string;
  paused_by: string;
  reason: string;
  since: string;
  until: string | null;
}

export async function pauseQueue(sql: SqlSession, { queue, by, reason, until }: NewPause): Promise<QueuePause> {
  const [row] = await sql.query<PauseRow>(PAUSE, [queue, storableText(by), storableText(reason), until ?? null]);
  if (!row) throw new Error('the database did not say what it stored');
  return toPause(row);
}

export async function resumeQueue(sql: SqlSession, queue: string): Promise<void> {
  await sql.query(RESUME, [queue]);
}

export async function listPauses(sql: SqlSession): Promise<QueuePause[]> {
  return (await sql.query<PauseRow>(LIST)).map(toPause);
}

function toPause({ queue, paused_by, reason, since, until }: PauseRow): QueuePause {
  return { queue, by: paused_by, reason, since: toTimestamp(since), until: toTimestampOrNull(until) };
}
