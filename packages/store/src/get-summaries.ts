import type { Task } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { TASK_COLUMNS_WITHOUT_CONTENT, type TaskRow, toTask } from './task-row.ts';

const GET_SUMMARIES = {
  name: 'get_summaries',
  text: `select ${TASK_COLUMNS_WITHOUT_CONTENT} from tasks t where t.id = any($1::uuid[])`,
};

export async function getSummaries(sql: SqlSession, ids: readonly string[]): Promise<Task[]> {
  return (await sql.query<TaskRow>(GET_SUMMARIES, [ids])).map(toTask);
}
