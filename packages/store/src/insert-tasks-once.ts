import type { Task } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { accept, NEW_ROW, newRows, newTask, prepareInsertion, type TaskInsertion } from './insert-tasks.ts';
import type { IdempotencyKey, InsertionOnce, NewTask, Recollection } from './port.ts';
import { toTimestamp } from './task-row.ts';

/** Hours for which a key is remembered. */
export const IDEMPOTENCY_HOURS = 24;

const OLDEST = `now() - interval '${IDEMPOTENCY_HOURS} hours'`;

// One statement, so that a key and its task are stored together or not at all. A key that another session is about to store
// is waited for, in order, so that two batches that share keys do not wait for each other. A key that is kept is written as it
// is: only so does the statement return what another session has stored since it began.
const INSERT_TASKS_ONCE = {
  name: 'insert_tasks_once',
  text: `
    with clock as (select date_trunc('milliseconds', now()) as now),
    new as (
      select * from json_to_recordset($1::json) as new (${NEW_ROW.fields}, scope text, key text, fingerprint text)
    ),
    known as (
      insert into idempotency_keys as kept (scope, key, fingerprint, task_id, created_at)
      select scope, key, fingerprint, id, clock.now from clock, new order by scope, key
      on conflict (scope, key) do update set
        fingerprint = case when kept.created_at > ${OLDEST} then kept.fingerprint else excluded.fingerprint end,
        task_id = case when kept.created_at > ${OLDEST} then kept.task_id else excluded.task_id end,
        created_at = case when kept.created_at > ${OLDEST} then kept.created_at else excluded.created_at end
      returning *
    ),
    inserted as (
      insert into tasks (${NEW_ROW.columns})
      select ${NEW_ROW.values} from clock, new where id in (select task_id from known)
      on conflict (id) do nothing
    )
    select * from known`,
};

const RECALL_TASKS = `
  select * from idempotency_keys
  where (scope, key) in (select * from unnest($1::text[], $2::text[])) and created_at > ${OLDEST}`;

const FORGET_KEYS = `
  with old as materialized (
    select scope, key from idempotency_keys
    where created_at <= ${OLDEST}
    order by created_at
    limit $1
    for update skip locked
  )
  delete from idempotency_keys kept using old where kept.scope = old.scope and kept.key = old.key
  returning 1`;

/** A new task with its key, on its way into a batch. */
export interface KeyedInsertion extends TaskInsertion {
  key: IdempotencyKey;
}

interface KnownKey {
  scope: string;
  key: string;
  fingerprint: string;
  task_id: string;
  created_at: string;
}

function keyOf({ scope, key }: Pick<IdempotencyKey, 'scope' | 'key'>): string {
  return `${scope} ${key}`;
}

export function prepareKeyedInsertion(task: NewTask, key: IdempotencyKey): KeyedInsertion {
  return { ...prepareInsertion(task), key };
}

/** Of those with the same key the first one is inserted, if any; the others are answered as if they had come later. */
export async function insertTasksOnce(
  sql: SqlSession,
  insertions: readonly KeyedInsertion[],
): Promise<InsertionOnce[]> {
  const firsts = firstOfEachKey(insertions);
  const rows = newRows(firsts, firsts.map(newTask)).map((row, index) => ({ ...row, ...firsts[index]?.key }));
  const known = await sql.query<KnownKey>(INSERT_TASKS_ONCE, [JSON.stringify(rows)]);
  const byKey = new Map(known.map((row) => [keyOf(row), row]));
  return insertions.map((insertion) => {
    const row = byKey.get(keyOf(insertion.key));
    if (!row) throw new Error('the database did not say what it knows of a key');
    return row.task_id === insertion.id
      ? { kind: 'inserted', task: taskOf(insertion, row) }
      : recollect(insertion, row);
  });
}

/** What `insertTasksOnce` would say to those whose key is known, without storing anything. */
export async function recallTasks(
  sql: SqlSession,
  insertions: readonly KeyedInsertion[],
): Promise<(Recollection | null)[]> {
  const keys = insertions.map(({ key }) => key);
  const known = await sql.query<KnownKey>(RECALL_TASKS, [keys.map(({ scope }) => scope), keys.map(({ key }) => key)]);
  const byKey = new Map(known.map((row) => [keyOf(row), row]));
  return insertions.map((insertion) => {
    const row = byKey.get(keyOf(insertion.key));
    return row ? recollect(insertion, row) : null;
  });
}

export async function forgetIdempotencyKeys(sql: SqlSession, limit: number): Promise<number> {
  return (await sql.query(FORGET_KEYS, [limit])).length;
}

/** A statement cannot store a key twice. */
function firstOfEachKey(insertions: readonly KeyedInsertion[]): KeyedInsertion[] {
  const firsts = new Map<string, KeyedInsertion>();
  for (const insertion of insertions) {
    const key = keyOf(insertion.key);
    if (!firsts.has(key)) firsts.set(key, insertion);
  }
  return [...firsts.values()];
}

/** The request says what the first one said, so that nothing of the task needs to be read. */
function recollect(insertion: KeyedInsertion, row: KnownKey): Recollection {
  if (row.fingerprint !== insertion.key.fingerprint) return { kind: 'conflict' };
  return { kind: 'replayed', task: taskOf(insertion, row) };
}

function taskOf(insertion: KeyedInsertion, { task_id, created_at }: KnownKey): Task {
  const task = newTask({ ...insertion, id: task_id });
  accept(task, toTimestamp(created_at), insertion.task);
  return task;
}
