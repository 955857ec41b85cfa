import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

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
  /** Shown in Swagger UI; each one runs as it stands. */
  examples: readonly [PayloadExample<Static<Payload>>, ...PayloadExample<Static<Payload>>[]];
}

/** What is wrong with a value, and where. */
export interface ValueIssue {
  /** RFC 6901 JSON pointer. */
  pointer: string;
  message: string;
}

export function defineTaskType<const Name extends string, Payload extends TSchema, Result extends TSchema>(
  taskType: TaskType<Name, Payload, Result>,
): TaskType<Name, Payload, Result> {
  return taskType;
}

/** The task types that a process knows, with their payload validators compiled once. */
export class TaskCatalogue {
  readonly #entries = new Map<string, { taskType: TaskType; validator: ReturnType<typeof Compile> }>();

  constructor(taskTypes: readonly TaskType[]) {
    for (const taskType of taskTypes) {
      this.#entries.set(taskType.name, { taskType, validator: Compile(taskType.payload) });
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

  /** @returns one issue per mistake; none when the payload is valid. Throws on an unknown type: look it up first. */
  payloadIssues(name: string, payload: unknown): ValueIssue[] {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`unknown task type '${name}'`);
    return entry.validator.Check(payload) ? [] : schemaIssues(entry.validator.Errors(payload));
  }
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

/** A validator's errors as issues that each name one field. */
export function schemaIssues(errors: readonly SchemaError[]): ValueIssue[] {
  return errors.flatMap(({ keyword, instancePath, params, message }) => {
    // `additionalProperties: false` is reported a second time as a `false` schema for each property.
    if (keyword === 'boolean') return [];
    const { requiredProperties, additionalProperties } = params as Record<string, string[] | undefined>;
    if (keyword === 'required' && requiredProperties) {
      return requiredProperties.map((name) => ({
        pointer: `${instancePath}/${escaped(name)}`,
        message: 'is required',
      }));
    }
    if (keyword === 'additionalProperties' && additionalProperties) {
      return additionalProperties.map((name) => ({
        pointer: `${instancePath}/${escaped(name)}`,
        message: 'is not a known field',
      }));
    }
    return [{ pointer: instancePath, message }];
  });
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
