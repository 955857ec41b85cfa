import type { SqlSession, SqlValue } from './executor.ts';
import type { TaskPage, TaskQuery } from './port.ts';
import { TASK_COLUMNS_WITHOUT_CONTENT, type TaskRow, toTask } from './task-row.ts';

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * SQL: the tasks of a client below an id, for a query in the descending order of both: one range of the index on both, as
 * `stateRange` says of another one.
 */
function ofClient(client: string, belowId: string): string {
  return `t.client is not null and (t.client, t.id) >= (${client}, '00000000-0000-0000-0000-000000000000')
    and (t.client, t.id) < (${client}, ${belowId})`;
}

/** Keyset pagination by id, which sorts by time of creation; one row more than asked for tells whether there is more. */
export async function listTasks(sql: SqlSession, { limit, state, type, client, before }: TaskQuery): Promise<TaskPage> {
  const params: SqlValue[] = [limit + 1];
  const conditions = ['true'];
  if (state !== undefined) conditions.push(`t.state = $${params.push(state)}`);
  if (type !== undefined) conditions.push(`t.type = $${params.push(type)}`);
  if (before !== undefined) conditions.push(`t.id < $${params.push(before)}`);
  if (client !== undefined)
    conditions.push(ofClient(`$${params.push(client)}`, `$${params.push(before ?? HIGHEST_ID)}`));
  const rows = await sql.query<TaskRow>(
    `select ${TASK_COLUMNS_WITHOUT_CONTENT} from tasks t where ${conditions.join(' and ')} order by ${client === undefined ? 't.id' : 't.client desc, t.id'} desc limit $1`,
    params,
  );
  return { items: rows.slice(0, limit).map(toTask), hasMore: rows.length > limit };
}
