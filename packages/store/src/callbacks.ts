import { FINAL_TASK_STATES, isTaskId } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import type { CallbackRecord } from './port.ts';
import { FRESH } from './restart-tasks.ts';
import { TASK_COLUMNS, type TaskRow, toTask, toTimestampOrNull } from './task-row.ts';

/** Days for which a URL stays disabled when nobody asks for a delivery to it. */
const DISABLED_DAYS = 90;

/** The latest delivery of the callback of task $1, which has to be that of client $2, if there is one. */
const LATEST = `
  select d.id from tasks source join tasks d on d.callback_of = source.id
  where source.id = $1 and ($2::text is null or source.client = $2)
  order by d.id desc
  limit 1`;

const GET_CALLBACK = `
  select source.callback ->> 'url' as url, disabled.disabled_at as url_disabled_at, ${TASK_COLUMNS}
  from tasks source
  left join tasks t on t.id = (${LATEST})
  left join disabled_callback_urls disabled on disabled.url = source.callback ->> 'url'
  where source.id = $1 and ($2::text is null or source.client = $2) and source.callback is not null`;

// A delivery that is on its way, or under way, is left to it.
const REDELIVER = `
  with locked as materialized (
    select id, state, run_at from tasks where id = (${LATEST}) for update
  ),
  enabled as (
    delete from disabled_callback_urls using locked, tasks source
    where source.id = $1 and url = source.callback ->> 'url'
  )
  update tasks t set
    state = case locked.state when 'retrying' then 'retrying' else 'scheduled' end, ${FRESH}, run_at = now()
  from locked
  where t.id = locked.id and (locked.state = any($3::text[]) or locked.run_at > now())`;

const DISABLE = 'insert into disabled_callback_urls (url) values ($1) on conflict do nothing';

const IS_DISABLED = 'select 1 from disabled_callback_urls where url = $1';

const FORGET_DISABLED = `
  delete from disabled_callback_urls where url in (
    select url from disabled_callback_urls
    where disabled_at < now() - interval '${DISABLED_DAYS} days'
    order by disabled_at
    limit $1
  )
  returning 1`;

type CallbackRow = { url: string; url_disabled_at: string | null } & (TaskRow | { id: null });

export async function getCallback(sql: SqlSession, taskId: string, client?: string): Promise<CallbackRecord | null> {
  if (!isTaskId(taskId)) return null;
  const [row] = await sql.query<CallbackRow>(GET_CALLBACK, [taskId, client ?? null]);
  if (!row) return null;
  return {
    url: row.url,
    urlDisabledAt: toTimestampOrNull(row.url_disabled_at),
    delivery: row.id === null ? null : toTask(row),
  };
}

export async function redeliverCallback(
  sql: SqlSession,
  taskId: string,
  client?: string,
): Promise<CallbackRecord | null> {
  if (!isTaskId(taskId)) return null;
  await sql.query(REDELIVER, [taskId, client ?? null, FINAL_TASK_STATES]);
  return getCallback(sql, taskId, client);
}

export async function disableCallbackUrl(sql: SqlSession, url: string): Promise<void> {
  await sql.query(DISABLE, [url]);
}

export async function isCallbackUrlDisabled(sql: SqlSession, url: string): Promise<boolean> {
  return (await sql.query(IS_DISABLED, [url])).length > 0;
}

export async function forgetDisabledUrls(sql: SqlSession, limit: number): Promise<number> {
  return (await sql.query(FORGET_DISABLED, [limit])).length;
}
