import type { SqlSession } from './executor.ts';
import type { Beat, WorkerBeat, WorkerRecord } from './port.ts';
import { listPauses } from './queue-pauses.ts';
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
  ),
  beaten as (
    insert into workers (name, queue, concurrency, running, started_at, heartbeat_at, frontiers, started, other_queues,
      shares)
    values ($1, $2, $3, cardinality($4::uuid[]), now(), now(), $6::jsonb, $7, $8::jsonb, $9::jsonb)
    on conflict (name) do update set
      queue = excluded.queue,
      concurrency = excluded.concurrency,
      running = excluded.running,
      heartbeat_at = excluded.heartbeat_at,
      frontiers = excluded.frontiers,
      started = excluded.started,
      other_queues = excluded.other_queues,
      shares = excluded.shares
  )
  select held.id, held.attempt, t.cancel_requested_at is not null and t.state = 'running' and t.attempt = held.attempt as is_cancelled
  from unnest($4::uuid[], $5::int[]) as held (id, attempt)
  left join tasks t on t.id = held.id
  where t.id is null or t.state <> 'running' or t.attempt <> held.attempt or t.cancel_requested_at is not null`;

const REMOVE_WORKER = 'delete from workers where name = $1';

const LIST_WORKERS = `
  select name, queue, concurrency, running, started_at, heartbeat_at,
    array[queue] || array(select jsonb_object_keys(other_queues) order by 1) as queues,
    heartbeat_at >= now() - interval '15 seconds' as is_alive
  from workers
  order by name`;

interface WorkerRow {
  name: string;
  queue: string;
  queues: string[];
  concurrency: number;
  running: number;
  started_at: string;
  heartbeat_at: string;
  is_alive: boolean;
}

interface HeldRow {
  id: string;
  attempt: number;
  is_cancelled: boolean | null;
}

export async function beat(sql: SqlSession, worker: WorkerBeat): Promise<Beat> {
  const { name, queue, concurrency, attempts, frontiers, started, otherQueues = {}, shares = {} } = worker;
  const rows = await sql.query<HeldRow>(BEAT, [
    storableText(name),
    storableText(queue),
    concurrency,
    attempts.map(({ taskId }) => taskId),
    attempts.map(({ attempt }) => attempt),
    JSON.stringify(frontiers),
    started,
    JSON.stringify(otherQueues),
    JSON.stringify(shares),
  ]);
  const held = (isCancelled: boolean) =>
    rows
      .filter((row) => (row.is_cancelled === true) === isCancelled)
      .map(({ id, attempt }) => ({ taskId: id, attempt }));
  const pauses = await listPauses(sql);
  return { cancelled: held(true), lost: held(false), pausedQueues: pauses.map((pause) => pause.queue) };
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
