import { availableParallelism } from 'node:os';
import type { PayloadOf, ResultOf, TaskTypeName } from '@offload/contract';
import { defineHandler, type Handler } from '@offload/handler';
import type { CallbackStore } from '@offload/store';
import type { OutboundSettings } from '../outbound-settings.ts';
import { deliverCallback } from './deliver-callback.ts';
import { httpRequest } from './http-request.ts';
import { sleep } from './sleep.ts';

/** What handlers work with, beside what each attempt is given. */
export interface HandlerDependencies {
  outbound: OutboundSettings;
  store: CallbackStore;
}

/** One handler for every task type of the contract. */
export type TaskHandlers = {
  [Name in TaskTypeName | 'deliver-callback']: Handler<PayloadOf<Name>, ResultOf<Name>>;
};

/** Attempts at once of work that keeps a processor busy: more of them are slower, and take more memory. */
const PROCESSORS = availableParallelism();

/** Past what the largest image or page takes that is let in. */
const MAX_PICTURE_MB = 2048;

/** Every handler, by the name of its task type; the compiler insists that none is missing. */
export function createHandlers({ outbound, store }: HandlerDependencies): TaskHandlers {
  return {
    sleep,
    'http.request': httpRequest(outbound),
    'image.resize': defineHandler<typeof import('./image-resize.ts')>({
      runIn: 'process',
      module: compiled('image-resize'),
      concurrency: PROCESSORS,
      maxMemoryMb: MAX_PICTURE_MB,
    }),
    'pdf.text': defineHandler<typeof import('./pdf-text.ts')>({
      runIn: 'thread',
      module: compiled('pdf-text'),
      concurrency: PROCESSORS,
    }),
    'pdf.render': defineHandler<typeof import('./pdf-render.ts')>({
      runIn: 'process',
      module: compiled('pdf-render'),
      concurrency: PROCESSORS,
      maxMemoryMb: MAX_PICTURE_MB,
    }),
    primes: defineHandler<typeof import('./primes.ts')>({
      runIn: 'thread',
      module: compiled('primes'),
      concurrency: PROCESSORS,
    }),
    'deliver-callback': deliverCallback({ ...outbound, store }),
  };
}

function compiled(name: string): URL {
  return new URL(`./${name}.js`, import.meta.url);
}
