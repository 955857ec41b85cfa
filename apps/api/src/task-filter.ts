import { TAG_PATTERN, TaskStateSchema, type ValueIssue } from '@offload/contract';
import type { TaskQuery } from '@offload/store';
import { type Static, Type } from 'typebox';
import { storableTime, timeIssue } from './point-in-time.ts';
import { ProblemError } from './problem.ts';
import { describe } from './problem-of-error.ts';

const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

/** Query parameters by which tasks can be picked; a task matches all of them. */
export const taskFilter = {
  state: Type.Optional(
    Type.Array(TaskStateSchema, {
      minItems: 1,
      uniqueItems: true,
      description: 'Only tasks in this state, or in one of these: `state=failed&state=expired`.',
    }),
  ),
  type: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$', description: 'Only tasks of this type.' })),
  // The database has no texts with U+0000 in them, and no comparison with one.
  queue: Type.Optional(Type.String({ pattern: '^[^\\u0000]{1,255}$', description: 'Only tasks of this queue.' })),
  tag: Type.Optional(Type.String({ pattern: TAG_PATTERN, description: 'Only tasks with this tag.' })),
  createdFrom: time('RFC 3339. Only tasks that were accepted at that time or later.'),
  createdBefore: time('RFC 3339. Only tasks that were accepted before.'),
  finishedFrom: time('RFC 3339. Only tasks that have finished at that time or later.'),
  finishedBefore: time('RFC 3339. Only tasks that have finished before.'),
};

const TIMES = ['createdFrom', 'createdBefore', 'finishedFrom', 'finishedBefore'] as const;

const FilterSchema = Type.Object(taskFilter);

export type TaskFilter = Static<typeof FilterSchema>;

/**
 * The filter as the store takes it.
 * @throws ProblemError INVALID_REQUEST for what matches the schema and is no point in time
 */
export function storedFilter({ state, ...filter }: TaskFilter): Partial<TaskQuery> {
  const errors: ValueIssue[] = TIMES.flatMap((name) => timeIssue(`/${name}`, filter[name]));
  if (errors.length > 0) throw new ProblemError('INVALID_REQUEST', describe(errors, 'querystring'), { errors });
  const times = TIMES.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [[name, storableTime(value)]];
  });
  return { ...filter, ...Object.fromEntries(times), ...(state === undefined ? {} : { states: state }) };
}
