import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { schemaIssues, type ValueIssue } from './value-issue.ts';

export interface PayloadExample<Payload> {
  summary: string;
  payload: Payload;
}

/** A kind of work: what the API accepts, what a worker's handler is given and returns. */
export interface TaskType<
  Name extends string = string,
  Payload extends TSchema = TSchema,
  Result extends TSchema = TSchema,
> {
  name: Name;
  title: string;
  description: string;
  payload: Payload;
  result: Result;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
  /** Attempts that may fail before the task does. */
  maxAttempts: number;
  /** Its payload names files (`FileRefSchema`), which have to be there when the task is submitted. */
  takesFiles?: true;
  /** Its tasks are made by Offload itself, by no client and no other producer. */
  isInternal?: true;
  /** Shown in Swagger UI; each one runs as it stands. */
  examples: readonly [PayloadExample<Static<Payload>>, ...PayloadExample<Static<Payload>>[]];
}

export function defineTaskType<const Name extends string, Payload extends TSchema, Result extends TSchema>(
  taskType: TaskType<Name, Payload, Result>,
): TaskType<Name, Payload, Result> {
  return taskType;
}

type Validator = ReturnType<typeof Compile>;

interface Entry {
  taskType: TaskType;
  payload: Validator;
  result: Validator;
}

function issuesOf(validator: Validator, value: unknown): ValueIssue[] {
  if (validator.Check(value)) return [];
  const [, errors] = validator.Errors(value);
  return schemaIssues(errors);
}

/** The task types that a process knows, with their validators compiled once. */
export class TaskCatalogue {
  readonly #entries = new Map<string, Entry>();

  constructor(taskTypes: readonly TaskType[]) {
    for (const taskType of taskTypes) {
      const { name, payload, result } = taskType;
      this.#entries.set(name, { taskType, payload: Compile(payload), result: Compile(result) });
    }
  }

  get(name: string): TaskType | undefined {
    return this.#entries.get(name)?.taskType;
  }

  get all(): TaskType[] {
    return [...this.#entries.values()].map((entry) => entry.taskType);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** The names of what clients and other producers may ask for. */
  get openNames(): string[] {
    return this.all.filter(({ isInternal }) => !isInternal).map(({ name }) => name);
  }

  /** @returns one issue per mistake; none when the payload is valid. Throws on an unknown type: look it up first. */
  payloadIssues(name: string, payload: unknown): ValueIssue[] {
    return issuesOf(this.#entry(name).payload, payload);
  }

  /** The same for what a handler has returned. */
  resultIssues(name: string, result: unknown): ValueIssue[] {
    return issuesOf(this.#entry(name).result, result);
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`unknown task type '${name}'`);
    return entry;
  }
}
