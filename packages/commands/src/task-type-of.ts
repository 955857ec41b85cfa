import { FileRefSchema, type TaskType } from '@offload/contract';
import { type TSchema, Type } from 'typebox';
import { type Command, commandResultSchema } from './command.ts';

export type CommandTaskType = TaskType<string, TSchema, ReturnType<typeof commandResultSchema>>;

/** The task type that a command is to clients. */
export function taskTypeOf(command: Command): CommandTaskType {
  const { name, title = name, description = '', payload, result = {}, example, timeoutMs, maxAttempts } = command;
  const resolved = withFiles(payload);
  return {
    name,
    title,
    description,
    payload: Type.Unsafe(resolved.schema as object),
    result: commandResultSchema(withFiles(result).schema as object),
    timeoutMs,
    maxAttempts,
    ...(resolved.hasFiles ? { takesFiles: true } : {}),
    examples: [{ summary: title, payload: example }],
  };
}

/** The schema with the schema of a file wherever it says `{ $ref: File }`. */
function withFiles(schema: unknown): { schema: unknown; hasFiles: boolean } {
  let hasFiles = false;
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ((value as { $ref?: unknown }).$ref !== 'File') {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
    }
    hasFiles = true;
    const { $ref, ...others } = value as Record<string, unknown>;
    return { ...FileRefSchema, ...others };
  };
  return { schema: resolve(schema), hasFiles };
}
