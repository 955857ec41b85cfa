import { isTaskId, type Task } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { TASK_COLUMNS, type TaskRow, toTask } from './task-row.ts';

const GET_TASK = { name: 'get_task', text: `select ${TASK_COLUMNS} from tasks t where t.id = $1` };

export async function getTask(sql: SqlSession, id: string): Promise<Task | null> {
  if (!isTaskId(id)) return null;
  const [row] = await sql.query<TaskRow>(GET_TASK, [id]);
  return row ? toTask(row) : null;
}
