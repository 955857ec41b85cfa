import { inProcess } from './apart/in-process.ts';
import { inThread } from './apart/in-thread.ts';
import type { Handler } from './handler.ts';

/** What the module of a handler that runs apart exports. */
export interface HandlerModule {
  handler: Handler<never, unknown>;
}

interface Limits {
  /** Attempts of its type that one worker runs at once. @default as many as the worker runs at all */
  concurrency?: number;
}

/** Where a handler runs. */
export type HandlerDefinition<Module extends HandlerModule = HandlerModule> = Limits &
  (
    | {
        /** On the worker's event loop: for work that waits for something else. */
        runIn: 'main';
        handler: Module['handler'];
      }
    | {
        /** In a thread of its own: for JavaScript and WebAssembly that compute. */
        runIn: 'thread';
        /** Compiled, and exports `handler`. */
        module: URL;
        /** Mebibytes of JavaScript objects; buffers are not counted. @default as much as Node.js gives to a process */
        maxHeapMb?: number;
      }
    | {
        /** In a process of its own: for native code, which may crash, and which nothing else can stop. */
        runIn: 'process';
        /** Compiled, and exports `handler`. */
        module: URL;
        /** Mebibytes that it may have, with all that it starts. @default no limit */
        maxMemoryMb?: number;
      }
  );

/** A handler that runs where its definition says, under the type of its module: `defineHandler<typeof import('./primes.ts')>({ … })`. */
export function defineHandler<Module extends HandlerModule>(definition: HandlerDefinition<Module>): Module['handler'] {
  const handler = placed(definition);
  return definition.concurrency === undefined ? handler : limited(handler, definition.concurrency);
}

function placed<Module extends HandlerModule>(definition: HandlerDefinition<Module>): Module['handler'] {
  switch (definition.runIn) {
    case 'main':
      return definition.handler;
    case 'thread':
      return inThread(definition.module, definition);
    case 'process':
      return inProcess(definition.module, definition);
  }
}

function limited<H extends Handler<never, unknown>>(handler: H, concurrency: number): H {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be a whole number from 1, got ${concurrency}`);
  }
  return Object.assign(handler.bind(undefined) as H, { close: handler.close, concurrency });
}
