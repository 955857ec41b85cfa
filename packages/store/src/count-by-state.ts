import { TASK_STATES } from '@offload/contract';
import type { SqlSession } from './executor.ts';
import type { StateCounts } from './port.ts';

// Each state is one range of the index on it; counting ends where it would take long.
const COUNT_BY_STATE = TASK_STATES.map(
  (state) => `(select count(*)::int from (select from tasks where state = '${state}' limit $1) counted) as ${state}`,
).join(', ');

const COUNT_OF_CLIENT = `
  select state, count(*)::int as count
  from (select state from tasks where client = $2 order by client, id desc limit $1) latest
  group by state`;

export async function countByState(sql: SqlSession, limit: number, client?: string): Promise<StateCounts> {
  const none = Object.fromEntries(TASK_STATES.map((state) => [state, 0])) as StateCounts;
  if (client === undefined) return (await sql.query<StateCounts>(`select ${COUNT_BY_STATE}`, [limit]))[0] ?? none;
  const rows = await sql.query<{ state: keyof StateCounts; count: number }>(COUNT_OF_CLIENT, [limit, client]);
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}
