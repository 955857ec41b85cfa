import type { SqlSession } from './executor.ts';

const COUNT_RUNNING = `select count(*)::int as count from tasks where state = 'running' and queue = $1`;

export async function countRunning(sql: SqlSession, queue: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(COUNT_RUNNING, [queue]);
  return row?.count ?? 0;
}
