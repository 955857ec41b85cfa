import { FileRefSchema, LONGEST_TIMEOUT_MS, MAX_ATTEMPTS_LIMIT } from '@offload/contract';
import { type Static, Type } from 'typebox';

const JsonSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: 'A JSON Schema of draft 2020-12; `{ $ref: File }` in it stands for a file.',
});

/** A program that an operator offers as a task type. */
export const CommandSchema = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$',
      maxLength: 100,
      description: 'Of its task type.',
    }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Without it, the name.' })),
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'Shown in Swagger UI.' })),
    argv: Type.Array(Type.String(), {
      minItems: 1,
      description:
        'The program and its arguments, which no shell reads. `{payload.name}` is a value of the payload, for a file its path; `{out}` the folder for results; `{here}` the folder of the commands file.',
    }),
    payload: JsonSchema,
    result: Type.Optional(JsonSchema),
    example: Type.Unknown({ description: 'A payload, shown in Swagger UI.' }),
    stdout: Type.Enum(['json', 'text'], { default: 'json', description: 'What the program writes there.' }),
    env: Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), {
      default: [],
      description: 'Variables of the worker that the program gets, beside `PATH`, `LANG`, `LC_ALL` and `TZ`.',
    }),
    cwd: Type.Optional(
      Type.String({
        description:
          'Working folder, from the folder of the commands file; without it, a folder of the attempt, removed at its end.',
      }),
    ),
    timeoutMs: Type.Integer({ default: 60_000, minimum: 1, maximum: LONGEST_TIMEOUT_MS }),
    maxAttempts: Type.Integer({ default: 3, minimum: 1, maximum: MAX_ATTEMPTS_LIMIT }),
    finalExitCodes: Type.Array(Type.Integer({ minimum: 1, maximum: 255 }), {
      default: [],
      description: 'Exit codes after which another attempt would be no better.',
    }),
    concurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Attempts that one worker runs at once.' }),
    ),
    memoryMb: Type.Integer({
      default: 1024,
      minimum: 1,
      description: 'Mebibytes that it may have, with all that it starts.',
    }),
    stdoutBytes: Type.Integer({
      default: 1_000_000,
      minimum: 1,
      maximum: 10_000_000,
      description: 'Bytes that it may write to standard output.',
    }),
  },
  { additionalProperties: false },
);

export const CommandsFileSchema = Type.Object(
  { commands: Type.Array(CommandSchema, { minItems: 1 }) },
  { additionalProperties: false },
);

/** As the file has it, with the defaults, and the folder that the file is in. */
export type Command = Static<typeof CommandSchema> & { here: string };

/** What a command's task results in. @param output of its standard output */
export function commandResultSchema(output: object) {
  return Type.Object(
    {
      output: Type.Unsafe(output),
      files: Type.Array(
        Type.Object(
          {
            name: Type.String({ description: 'Path below the folder for results.' }),
            content: FileRefSchema,
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  );
}

export type CommandResult = Static<ReturnType<typeof commandResultSchema>>;
