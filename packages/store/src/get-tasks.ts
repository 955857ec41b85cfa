import { isTaskId, type Task } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { TASK_COLUMNS, type TaskRow, toTask } from './task-row.ts';

const GET_TASKS = { name: 'get_tasks', text: `select ${TASK_COLUMNS} from tasks t where t.id = any($1::uuid[])` };

/** One statement for all ids. Those that ask for the same task each get one of their own. */
export async function getTasks(sql: SqlSession, ids: readonly string[]): Promise<(Task | null)[]> {
  const known = [...new Set(ids.filter(isTaskId).map(rowId))];
  const rows = known.length === 0 ? [] : await sql.query<TaskRow>(GET_TASKS, [known]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(rowId(id));
    return row ? toTask(row) : null;
  });
}

/** As the database writes it. */
function rowId(id: string): string {
  return id.toLowerCase();
}
