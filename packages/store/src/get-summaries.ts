import type { SqlSession } from './executor.ts';
import type { SubmittedTask } from './port.ts';
import { TASK_COLUMNS_WITHOUT_CONTENT, type TaskRow, toTask } from './task-row.ts';

const GET_SUMMARIES = {
  name: 'get_summaries',
  text: `select ${TASK_COLUMNS_WITHOUT_CONTENT}, t.client from tasks t where t.id = any($1::uuid[])`,
};

export async function getSummaries(sql: SqlSession, ids: readonly string[]): Promise<SubmittedTask[]> {
  const rows = await sql.query<TaskRow & { client: string | null }>(GET_SUMMARIES, [ids]);
  return rows.map((row) => ({ task: toTask(row), client: row.client }));
}
