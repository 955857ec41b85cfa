import type { Progress } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import { progressJson } from './storable-text.ts';

const REPORT_PROGRESS = {
  name: 'report_progress',
  text: `update tasks set progress = $3 where id = $1 and attempt = $2 and state = 'running'`,
};

export async function reportProgress(
  sql: SqlSession,
  { taskId, attempt, progress }: { taskId: string; attempt: number; progress: Progress },
): Promise<void> {
  await sql.query(REPORT_PROGRESS, [taskId, attempt, progressJson(progress)]);
}
