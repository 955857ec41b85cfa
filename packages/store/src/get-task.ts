import { isTaskId, type Task } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { TASK_COLUMNS, type TaskRow, toTask } from './task-row.ts';

const GET_TASK = { name: 'get_task', text: `select ${TASK_COLUMNS} from tasks t where t.id = $1` };
const GET_TASK_OF = { name: 'get_task_of', text: `${GET_TASK.text} and t.client = $2` };

export async function getTask(sql: SqlSession, id: string, client?: string): Promise<Task | null> {
  if (!isTaskId(id)) return null;
  const [row] = await (client === undefined
    ? sql.query<TaskRow>(GET_TASK, [id])
    : sql.query<TaskRow>(GET_TASK_OF, [id, client]));
  return row ? toTask(row) : null;
}
