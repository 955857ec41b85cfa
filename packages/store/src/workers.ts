import type { SqlSession } from './executor.ts';
import type { WorkerBeat, WorkerRecord } from './port.ts';
import { storableText } from './storable-text.ts';
import { toTimestamp } from './task-row.ts';

// `skip locked`: two workers that forget the same third one at once must not wait for each other.
const BEAT = `
  with forgotten as (
    delete from workers where name in (
      select name from workers
      where heartbeat_at < now() - interval '1 hour' and name <> $1
      for update skip locked
    )
  )
  insert into workers (name, queue, concurrency, running, started_at, heartbeat_at)
  values ($1, $2, $3, $4, now(), now())
  on conflict (name) do update set
    queue = excluded.queue,
    concurrency = excluded.concurrency,
    running = excluded.running,
    heartbeat_at = excluded.heartbeat_at`;

const REMOVE_WORKER = 'delete from workers where name = $1';

const LIST_WORKERS = `
  select name, queue, concurrency, running, started_at, heartbeat_at,
    heartbeat_at >= now() - interval '15 seconds' as is_alive
  from workers
  order by name`;

interface WorkerRow {
  name: string;
  queue: string;
  concurrency: number;
  running: number;
  started_at: string;
  heartbeat_at: string;
  is_alive: boolean;
}

export async function beat(sql: SqlSession, { name, queue, concurrency, running }: WorkerBeat): Promise<void> {
  await sql.query(BEAT, [storableText(name), storableText(queue), concurrency, running]);
}

export async function removeWorker(sql: SqlSession, name: string): Promise<void> {
  await sql.query(REMOVE_WORKER, [storableText(name)]);
}

export async function listWorkers(sql: SqlSession): Promise<WorkerRecord[]> {
  const rows = await sql.query<WorkerRow>(LIST_WORKERS);
  return rows.map(({ started_at, heartbeat_at, is_alive, ...worker }) => ({
    ...worker,
    startedAt: toTimestamp(started_at),
    heartbeatAt: toTimestamp(heartbeat_at),
    isAlive: is_alive,
  }));
}
