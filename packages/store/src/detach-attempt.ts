import type { SqlSession } from './executor.ts';

const DETACH_ATTEMPT = `
  update tasks set detached = true where id = $1 and attempt = $2 and state = 'running' returning 1`;

export async function detachAttempt(
  sql: SqlSession,
  { taskId, attempt }: { taskId: string; attempt: number },
): Promise<'detached' | 'superseded'> {
  const rows = await sql.query(DETACH_ATTEMPT, [taskId, attempt]);
  return rows.length > 0 ? 'detached' : 'superseded';
}
