import { PROBLEMS, type ProblemCode, type Task } from '@offload/contract';
import { type TSchema, Type } from 'typebox';
import { TaskResource } from './task-resource.ts';

/** Seconds after which a look at a task is worth while. */
const FIRST_LOOK_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 86_400;

/** A reference to a schema that is registered under its `$id`, with the type that it stands for. */
export function refTo<Schema extends TSchema>(schema: Schema & { $id?: string }) {
  return Type.Unsafe<Type.Static<Schema>>({ $ref: `${schema.$id}#` });
}

/** An answer that is one registered resource. */
export function answer<Schema extends TSchema>(description: string, schema: Schema & { $id?: string }) {
  return Type.Unsafe<Type.Static<Schema>>({ description, ...refTo(schema) });
}

/** The answer that a task was accepted, with `acceptedHeaders`. */
export function accepted(description: string, headers: Record<string, object> = {}) {
  return Type.Unsafe<Type.Static<typeof TaskResource>>({
    description,
    headers: {
      Location: { type: 'string', description: 'Where to follow the task.' },
      'Retry-After': { type: 'integer', description: 'Seconds to wait before the first look.' },
      ...headers,
    },
    ...refTo(TaskResource),
  });
}

/** The same answer with an example of its own, where the one of its schema would be of another state. */
export function shownAs<Schema extends TSchema>(
  { description, headers, ...schema }: Schema & { description?: string; headers?: object },
  example: unknown,
) {
  return Type.Unsafe<Type.Static<Schema>>({
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema, example } },
  });
}

export function acceptedHeaders(task: Task): Record<string, string> {
  return { location: `/tasks/${task.id}`, 'retry-after': secondsToNextLook(task) };
}

/** For `Retry-After`: whole seconds until the task may be started, or is expected to be done, from 1 to a day. */
export function secondsToNextLook({ runAt, progress }: Pick<Task, 'runAt' | 'progress'>): string {
  const ahead = runAt === null ? (progress?.etaSeconds ?? 0) : (Date.parse(runAt) - Date.now()) / 1000;
  return String(Math.min(Math.max(FIRST_LOOK_SECONDS, Math.ceil(ahead)), LONGEST_WAIT_SECONDS));
}

/** The documented error answers of a route: one per status, naming the codes it can carry. */
export function problems(...codes: ProblemCode[]): Record<number, TSchema> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      Type.Unsafe({
        description: ofStatus.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
      }),
    ]),
  );
}
