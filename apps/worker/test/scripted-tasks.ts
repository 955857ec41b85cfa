import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { defineTaskType, TaskCatalogue, taskTypes } from '@offload/contract';
import { type HandlerContext, type HandlerMap, NonRetryableError } from '@offload/handler';
import { latch } from '@offload/test-services';
import { Type } from 'typebox';
import { sleep } from '../src/handlers/sleep.ts';

/** A task whose payload says how its handler behaves. */
const scripted = defineTaskType({
  name: 'scripted',
  title: 'Scripted',
  description: 'Does what its payload says.',
  payload: Type.Object({ script: Type.String() }, { additionalProperties: false }),
  result: Type.Unknown(),
  timeoutMs: 60_000,
  maxAttempts: 3,
  examples: [{ summary: 'Succeeds', payload: { script: 'ok' } }],
});

export const catalogue = new TaskCatalogue([...taskTypes, scripted]);

type Context = HandlerContext<{ script: string }>;

export interface ScriptedHandlers {
  handlers: HandlerMap;
  /** Handlers under way. */
  readonly running: number;
  /** The most that ever were under way at once. */
  readonly mostRunning: number;
  readonly started: number;
  /** Lets the handlers that wait for it end, now and from now on. */
  openGate(): void;
}

/** Handlers for the catalogue, the scripted one under the test's control. */
export function scriptedHandlers(): ScriptedHandlers {
  const gate = latch();
  let running = 0;
  let mostRunning = 0;
  let started = 0;

  const scripts: Record<string, (context: Context) => Promise<unknown>> = {
    ok: async ({ attempt }) => ({ attempt }),
    throw: async ({ attempt }) => {
      throw new Error(`attempt ${attempt} failed`);
    },
    'throw without text': async () => {
      throw Object.create(null);
    },
    refuse: async () => {
      throw new NonRetryableError('no attempt can succeed');
    },
    'return a function': async () => () => 1,
    report: async ({ progress }) => {
      progress(50, 'half');
      await gate.opened;
      return 'reported';
    },
    log: async ({ logger }) => {
      logger.info({ rows: 3 }, 'half way');
      return 'logged';
    },
    wait: async () => {
      await gate.opened;
      return 'waited';
    },
    'wait, then throw': async () => {
      await gate.opened;
      throw new Error('it threw');
    },
    obey: async ({ signal }) => {
      if (!signal.aborted) await once(signal, 'abort');
      throw signal.reason;
    },
    'return when told to stop': async ({ signal }) => {
      if (!signal.aborted) await once(signal, 'abort');
      return 'finished all the same';
    },
    hang: () => delay(2 ** 31 - 1, undefined, { ref: false }),
  };

  async function handle(context: Context): Promise<unknown> {
    const script = scripts[context.payload.script];
    if (!script) throw new NonRetryableError(`no script is called '${context.payload.script}'`);
    started++;
    mostRunning = Math.max(mostRunning, ++running);
    try {
      return await script(context);
    } finally {
      running--;
    }
  }

  return {
    handlers: { sleep, scripted: handle },
    get running() {
      return running;
    },
    get mostRunning() {
      return mostRunning;
    },
    get started() {
      return started;
    },
    openGate: () => gate.open(),
  };
}
