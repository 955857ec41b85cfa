import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { defineTaskType, taskTypes as shipped } from '@offload/contract';
import { type HandlerContext, type HandlerMap, NonRetryableError } from '@offload/handler';
import { createHandlers as createShippedHandlers, type HandlerDependencies } from '@offload/worker';
import { type Static, Type } from 'typebox';

const Script = Type.Enum(['ok', 'throw', 'refuse', 'hang', 'obey', 'spin', 'kill'], {
  description: 'What an attempt does once `durationMs` are over.',
});

const ScriptedPayloadSchema = Type.Object(
  {
    script: Type.Union([Script, Type.Array(Script, { minItems: 1 })], {
      description: 'Several: one for each attempt, the last one for all further ones.',
    }),
    durationMs: Type.Optional(Type.Integer({ minimum: 0 })),
    key: Type.Optional(Type.String({ pattern: '^\\S+$', description: "The client's own id of the task." })),
    log: Type.Optional(
      Type.String({ description: 'File that gets a line for each execution: `key attempt pid time`.' }),
    ),
  },
  { additionalProperties: false },
);

type Script = Static<typeof Script>;
export type ScriptedPayload = Static<typeof ScriptedPayloadSchema>;

/** A task whose payload says how its handler behaves. */
const scripted = defineTaskType({
  name: 'scripted',
  title: 'Scripted',
  description: 'Does what its payload says.',
  payload: ScriptedPayloadSchema,
  result: Type.Object({ attempt: Type.Integer() }),
  timeoutMs: 60_000,
  maxAttempts: 3,
  examples: [{ summary: 'Succeeds', payload: { script: 'ok' } }],
});

/** The same for a task that has to outlive any number of workers. */
const enduring = defineTaskType({ ...scripted, name: 'enduring', title: 'Enduring', maxAttempts: 1000 });

type Context = HandlerContext<ScriptedPayload>;

const scripts: Record<Script, (context: Context) => unknown> = {
  ok: () => undefined,
  throw({ attempt }) {
    throw new Error(`attempt ${attempt} failed`);
  },
  refuse() {
    throw new NonRetryableError('no attempt can succeed');
  },
  hang: () => delay(2 ** 31 - 1),
  obey: ({ signal }) => delay(2 ** 31 - 1, undefined, { signal }),
  spin({ payload: { durationMs = 0 } }) {
    const endsAt = performance.now() + durationMs;
    while (performance.now() < endsAt);
  },
  kill: () => process.kill(process.pid, 'SIGKILL'),
};

async function perform(context: Context): Promise<{ attempt: number }> {
  const { attempt, payload } = context;
  const { durationMs = 0, key = '-', log } = payload;
  // Opened for appending, one short write: lines of several workers do not mix.
  if (log !== undefined) appendFileSync(log, `${key} ${attempt} ${process.pid} ${Date.now()}\n`);
  const script = scriptOf(payload, attempt);
  if (durationMs > 0 && script !== 'spin') await delay(durationMs);
  await scripts[script](context);
  return { attempt };
}

function scriptOf({ script }: ScriptedPayload, attempt: number): Script {
  const each = Array.isArray(script) ? script : [script];
  return each[attempt - 1] ?? each.at(-1) ?? 'ok';
}

export const taskTypes = [...shipped, scripted, enduring];

export function createHandlers(dependencies: HandlerDependencies): HandlerMap {
  return { ...createShippedHandlers(dependencies), scripted: perform, enduring: perform };
}
