import { FINAL_TASK_STATES, isTaskId } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { newTaskId } from './new-task-id.ts';
import type { FileCompletion, FileRecord, FileRemoval, HeldAttempt, NewFile } from './port.ts';
import { storableText } from './storable-text.ts';
import { toTimestamp } from './task-row.ts';

/** Hours that an upload may take before what has come of it is removed. */
const UPLOAD_HOURS = 24;

const COLUMNS = 'f.id, f.name, f.media_type, f.bytes, f.sha256, f.created_at';
const VISIBLE = `f.completed_at is not null and f.removed_at is null`;
const OF_CLIENT = '($2::text is null or f.client = $2)';

const ADD_FILE = 'insert into files (id, name, client) values ($1, $2, $3)';

// Only the current attempt's, and known to its task from the beginning, so that the file goes when the task goes.
const ADD_OUTPUT = `
  with task as (
    update tasks set files = files || $1::uuid where id = $3 and attempt = $4 and state = 'running' returning client
  )
  insert into files (id, name, client) select $1, $2, client from task
  returning 1`;

const COMPLETE_FILE = `
  update files f set media_type = $2, bytes = $3, sha256 = $4, completed_at = now()
  where id = $1 and removed_at is null and completed_at is null
  returning ${COLUMNS}`;

const GET_FILE = `select ${COLUMNS} from files f where f.id = $1 and ${VISIBLE} and ${OF_CLIENT}`;

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const LIST_FILES = `
  select ${COLUMNS} from files f where f.id < $1 and ${VISIBLE} and ${OF_CLIENT} order by f.id desc limit $3`;

const USE_FILES = `
  update files f set used_at = now() where f.id = any($1::uuid[]) and ${VISIBLE} and ${OF_CLIENT}
  returning f.id`;

/** SQL: a task has the file. */
const HAS_FILE = `t.files <> '{}' and t.files @> array[f.id]`;

const REMOVE_FILE = `
  with found as materialized (
    select f.id, exists (select 1 from tasks t where ${HAS_FILE} and t.state <> all($3::text[])) as is_in_use
    from files f
    where f.id = $1 and ${VISIBLE} and ${OF_CLIENT}
    for update
  ),
  removed as (
    update files f set removed_at = now() from found where f.id = found.id and not found.is_in_use
  )
  select is_in_use from found`;

const RETIRE_FILES = `
  with old as materialized (
    select f.id from files f
    where f.removed_at is null and (
      (f.completed_at is null and f.used_at < now() - interval '${UPLOAD_HOURS} hours')
      or (f.used_at < now() - $1 * interval '1 millisecond' and not exists (select 1 from tasks t where ${HAS_FILE}))
    )
    order by f.used_at
    limit $2
    for update skip locked
  )
  update files f set removed_at = now() from old where f.id = old.id
  returning 1`;

const LIST_REMOVED = 'select id from files where removed_at is not null order by removed_at limit $1';

const FORGET_FILES = 'delete from files where id = any($1::uuid[]) and removed_at is not null';

interface FileRow {
  id: string;
  name: string | null;
  media_type: string;
  bytes: string;
  sha256: string;
  created_at: string;
}

export async function addFile(sql: SqlSession, { name, client }: NewFile): Promise<string> {
  const id = newTaskId();
  await sql.query(ADD_FILE, [id, name === null ? null : storableText(name), client]);
  return id;
}

export async function addOutput(
  sql: SqlSession,
  { taskId, attempt }: HeldAttempt,
  name: string | null,
): Promise<string | null> {
  const id = newTaskId();
  const added = await sql.query(ADD_OUTPUT, [id, name === null ? null : storableText(name), taskId, attempt]);
  return added.length === 0 ? null : id;
}

export async function completeFile(
  sql: SqlSession,
  id: string,
  { mediaType, bytes, sha256 }: FileCompletion,
): Promise<FileRecord | null> {
  const [row] = await sql.query<FileRow>(COMPLETE_FILE, [id, storableText(mediaType), bytes, sha256]);
  return row ? toFile(row) : null;
}

export async function getFile(sql: SqlSession, id: string, client?: string): Promise<FileRecord | null> {
  if (!isTaskId(id)) return null;
  const [row] = await sql.query<FileRow>(GET_FILE, [id, client ?? null]);
  return row ? toFile(row) : null;
}

export async function listFiles(
  sql: SqlSession,
  { limit, before = HIGHEST_ID, client }: { limit: number; before?: string | undefined; client?: string | undefined },
): Promise<FileRecord[]> {
  return (await sql.query<FileRow>(LIST_FILES, [before, client ?? null, limit])).map(toFile);
}

export async function useFiles(sql: SqlSession, ids: readonly string[], client?: string): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await sql.query<{ id: string }>(USE_FILES, [ids, client ?? null])).map(({ id }) => id);
}

export async function removeFile(sql: SqlSession, id: string, client?: string): Promise<FileRemoval> {
  if (!isTaskId(id)) return 'unknown';
  const [row] = await sql.query<{ is_in_use: boolean }>(REMOVE_FILE, [id, client ?? null, FINAL_TASK_STATES]);
  if (!row) return 'unknown';
  return row.is_in_use ? 'in_use' : 'removed';
}

export async function retireFiles(
  sql: SqlSession,
  { unusedForMs, limit }: { unusedForMs: number; limit: number },
): Promise<number> {
  return (await sql.query(RETIRE_FILES, [unusedForMs, limit])).length;
}

export async function listRemovedFiles(sql: SqlSession, limit: number): Promise<string[]> {
  return (await sql.query<{ id: string }>(LIST_REMOVED, [limit])).map(({ id }) => id);
}

export async function forgetFiles(sql: SqlSession, ids: readonly string[]): Promise<void> {
  await sql.query(FORGET_FILES, [ids]);
}

function toFile(row: FileRow): FileRecord {
  return {
    id: row.id,
    name: row.name,
    mediaType: row.media_type,
    bytes: Number(row.bytes),
    sha256: row.sha256,
    createdAt: toTimestamp(row.created_at),
  };
}
