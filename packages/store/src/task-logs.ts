import { isTaskId, type LogLine, MAX_LOG_BYTES, MAX_LOG_LINES } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import type { LogAddition } from './port.ts';
import { storableText } from './storable-text.ts';
import { toTimestamp } from './task-row.ts';

// The older lines go where the new ones need their room; the statement does not see the new ones yet, so it is told of them.
const APPEND_LOGS = `
  with current as (
    select id from tasks where id = $1 and attempt = $2 and state = 'running'
  ),
  older as (
    select
      number,
      row_number() over newer + $4::int as lines_from_here,
      sum(bytes) over newer + $5::int as bytes_from_here
    from task_logs
    where task_id = $1
    window newer as (order by number desc)
  ),
  dropped as (
    delete from task_logs l
    using older, current
    where l.task_id = current.id and l.number = older.number
      and (older.lines_from_here > ${MAX_LOG_LINES} or older.bytes_from_here > ${MAX_LOG_BYTES})
  )
  insert into task_logs (task_id, number, attempt, at, level, message, fields, bytes)
  select current.id, coalesce((select max(number) from older), 0) + line.position, $2, line.at, line.level, line.message,
    line.fields, line.bytes
  from current, json_to_recordset($3::json) as line
    (position int, at timestamptz, level text, message text, fields jsonb, bytes int)`;

const LIST_LOGS = `
  select task_id, number, attempt, at, level, message, fields from task_logs
  where task_id = any($1::uuid[]) order by task_id, number`;

interface LogRow extends Omit<LogLine, 'fields'> {
  task_id: string;
  fields: string;
}

export async function appendLogs(sql: SqlSession, { taskId, attempt, lines }: LogAddition): Promise<void> {
  const rows = lines.map(({ at, level, message, fields }, index) => {
    const storable = { at, level, message: storableText(message), fields: storableFields(fields) };
    const bytes = Buffer.byteLength(storable.message) + Buffer.byteLength(JSON.stringify(storable.fields));
    return { position: index + 1, ...storable, bytes };
  });
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  await sql.query(APPEND_LOGS, [taskId, attempt, JSON.stringify(rows), rows.length, bytes]);
}

/** One statement for all tasks. */
export async function listLogs(sql: SqlSession, taskIds: readonly string[]): Promise<LogLine[][]> {
  const logs = new Map(taskIds.filter(isTaskId).map((id) => [id.toLowerCase(), [] as LogLine[]]));
  const rows = logs.size === 0 ? [] : await sql.query<LogRow>(LIST_LOGS, [[...logs.keys()]]);
  for (const { task_id, at, fields, ...row } of rows) {
    logs.get(task_id)?.push({ ...row, at: toTimestamp(at), fields: JSON.parse(fields) as LogLine['fields'] });
  }
  return taskIds.map((id) => logs.get(id.toLowerCase()) ?? []);
}

/** Without what Postgres refuses in `jsonb`, wherever it stands. */
function storableFields(fields: LogLine['fields']): LogLine['fields'] {
  return JSON.parse(JSON.stringify(fields), (_key, value: unknown) =>
    typeof value === 'string' ? storableText(value) : value,
  ) as LogLine['fields'];
}
