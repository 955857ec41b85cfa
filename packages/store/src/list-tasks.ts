import type { SqlSession, SqlValue } from './executor.ts';
import { firstIdAt } from './first-id.ts';
import type { TaskPage, TaskQuery } from './port.ts';
import { TASK_COLUMNS_WITHOUT_CONTENT, type TaskRow, toTask } from './task-row.ts';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** By which an API's clock, which ids are made by, may differ from the database's. */
const CLOCK_MARGIN = `interval '1 hour'`;

/** Keyset pagination by id, which sorts by time of creation; one row more than asked for tells whether there is more. */
export async function listTasks(sql: SqlSession, query: TaskQuery): Promise<TaskPage> {
  const { limit, states, client, before = HIGHEST_ID } = query;
  const params: SqlValue[] = [limit + 1];
  const parameter = (value: SqlValue): string => `$${params.push(value)}`;
  // As conditions they tell the planner how much is left; as the end of a range they keep an index from being read in vain.
  const idBounds = upperIdBounds(query, parameter);
  const conditions = [...conditionsOf(query, parameter), ...idBounds.map((bound) => `t.id < ${bound}`)];
  const below = `least(${[`${parameter(before)}::uuid`, ...idBounds].join(', ')})`;
  const page = (range: string, order: string): string =>
    `select ${TASK_COLUMNS_WITHOUT_CONTENT} from tasks t where ${[range, ...conditions].join(' and ')}
    order by ${order} limit $1`;
  const rows = await sql.query<TaskRow>(text(), params);
  return { items: rows.slice(0, limit).map(toTask), hasMore: rows.length > limit };

  function text(): string {
    if (client !== undefined) {
      const ofStates = states === undefined ? [] : [`t.state = any(${parameter(states)}::text[])`];
      const range = ['t.client is not null', prefixRange('client', parameter(client), below), ...ofStates];
      return page(range.join(' and '), 't.client desc, t.id desc');
    }
    if (states === undefined) return page(`t.id < ${below}`, 't.id desc');
    const pages = states.map(
      (state) => `(${page(prefixRange('state', parameter(state), below), 't.state desc, t.id desc')})`,
    );
    return pages.length === 1 ? pages.join() : `${pages.join(' union all ')} order by id desc limit $1`;
  }
}

/**
 * SQL: the tasks whose column has a value, below an id, for a query in the descending order of both: one range of the index on both, as
 * `stateRange` says of the same.
 */
function prefixRange(column: 'state' | 'client', value: string, belowId: string): string {
  return `(t.${column}, t.id) >= (${value}, '${LOWEST_ID}') and (t.${column}, t.id) < (${value}, ${belowId})`;
}

/**
 * SQL: ids that only those tasks are below that were accepted, or have finished, before a time: a task has finished after it was
 * created, and ids tell that time, give or take what clocks differ by.
 */
function upperIdBounds({ createdBefore, finishedBefore }: TaskQuery, parameter: (value: SqlValue) => string): string[] {
  return [createdBefore, finishedBefore]
    .filter((time) => time !== undefined)
    .map((time) => firstIdAt(`(${parameter(time)}::timestamptz + ${CLOCK_MARGIN})`));
}

function conditionsOf(query: TaskQuery, parameter: (value: SqlValue) => string): string[] {
  const { type, queue, tag, createdFrom, createdBefore, finishedFrom, finishedBefore } = query;
  const conditions: string[] = [];
  if (type !== undefined) conditions.push(`t.type = ${parameter(type)}`);
  if (queue !== undefined) conditions.push(`t.queue = ${parameter(queue)}`);
  if (tag !== undefined) conditions.push(`t.tags <> '{}' and t.tags @> array[${parameter(tag)}]`);
  if (createdFrom !== undefined) {
    conditions.push(`t.id >= ${firstIdAt(`(${parameter(createdFrom)}::timestamptz - ${CLOCK_MARGIN})`)}`);
  }
  for (const [comparison, time] of [
    ['t.created_at >=', createdFrom],
    ['t.created_at <', createdBefore],
    ['t.finished_at >=', finishedFrom],
    ['t.finished_at <', finishedBefore],
  ] as const) {
    if (time !== undefined) conditions.push(`${comparison} ${parameter(time)}::timestamptz`);
  }
  return conditions;
}
