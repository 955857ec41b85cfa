import { randomUUID } from 'node:crypto';
import type { ApiScope } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import type { KeyRecord, NewKey } from './port.ts';
import { toTimestamp } from './task-row.ts';

const KEY_COLUMNS = `id, name, scopes, hash, created_at, expires_at, last_used_at,
  coalesce(expires_at <= now(), false) as is_expired`;

const CREATE_KEY = `
  insert into api_keys (id, name, scopes, hash, expires_at)
  select $1, $2, $3::text[], $4, $5::timestamptz
  where (select count(*) from api_keys) < $6
  returning ${KEY_COLUMNS}`;

// A time that is nearly right is left as it is: a key that is always in use costs one write a minute, not one per look.
const TOUCH_KEYS = `
  update api_keys set last_used_at = now()
  where id = any($1::uuid[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

const LIST_KEYS = `select ${KEY_COLUMNS} from api_keys order by created_at, name, id`;

const DELETE_KEY = `delete from api_keys where id = $1 returning ${KEY_COLUMNS}`;

interface KeyRow {
  id: string;
  name: string;
  scopes: ApiScope[];
  hash: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  is_expired: boolean;
}

export async function createKey(
  sql: SqlSession,
  { name, scopes, hash, expiresAt }: NewKey,
  limit: number,
): Promise<KeyRecord | null> {
  const values = [randomUUID(), name, scopes, hash, expiresAt ?? null, limit];
  const [row] = await sql.query<KeyRow>(CREATE_KEY, values);
  return row ? toKey(row) : null;
}

export async function listKeys(sql: SqlSession, usedIds: readonly string[] = []): Promise<KeyRecord[]> {
  if (usedIds.length > 0) await sql.query(TOUCH_KEYS, [usedIds]);
  return (await sql.query<KeyRow>(LIST_KEYS)).map(toKey);
}

export async function deleteKey(sql: SqlSession, id: string): Promise<KeyRecord | null> {
  const [row] = await sql.query<KeyRow>(DELETE_KEY, [id]);
  return row ? toKey(row) : null;
}

function toKey({ id, name, scopes, hash, created_at, expires_at, last_used_at, is_expired }: KeyRow): KeyRecord {
  return {
    id,
    name,
    scopes,
    hash,
    createdAt: toTimestamp(created_at),
    expiresAt: expires_at === null ? null : toTimestamp(expires_at),
    lastUsedAt: last_used_at === null ? null : toTimestamp(last_used_at),
    isExpired: is_expired,
  };
}
