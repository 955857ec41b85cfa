import type { SqlSession, SqlValue } from './executor.ts';
import type { TaskPage, TaskQuery } from './port.ts';
import { TASK_COLUMNS_WITHOUT_CONTENT, type TaskRow, toTask } from './task-row.ts';

/** Keyset pagination by id, which sorts by time of creation; one row more than asked for tells whether there is more. */
export async function listTasks(sql: SqlSession, { limit, state, type, before }: TaskQuery): Promise<TaskPage> {
  const params: SqlValue[] = [limit + 1];
  const conditions = ['true'];
  if (state !== undefined) conditions.push(`t.state = $${params.push(state)}`);
  if (type !== undefined) conditions.push(`t.type = $${params.push(type)}`);
  if (before !== undefined) conditions.push(`t.id < $${params.push(before)}`);
  const rows = await sql.query<TaskRow>(
    `select ${TASK_COLUMNS_WITHOUT_CONTENT} from tasks t where ${conditions.join(' and ')} order by t.id desc limit $1`,
    params,
  );
  return { items: rows.slice(0, limit).map(toTask), hasMore: rows.length > limit };
}
