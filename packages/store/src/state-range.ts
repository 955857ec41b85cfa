/** Above every UUIDv7. */
const NO_BOUND = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

/**
 * SQL: the condition that a task is of one state and below an id, for a query with `order by state, id` and a limit. It says
 * so as one range of the index on both. Where it says `state = …`, the planner supposes such tasks everywhere, and reads all
 * tasks in the order of their ids until it has found enough: the whole table when there are few, or only young ones.
 * @param state, belowId SQL expressions
 */
export function stateRange(state: string, belowId = NO_BOUND): string {
  return `(state, id) >= (${state}, '00000000-0000-0000-0000-000000000000') and (state, id) < (${state}, ${belowId})`;
}
