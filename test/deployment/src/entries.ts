import { fileURLToPath } from 'node:url';

/** Files to run as processes. */
export interface Entries {
  readonly api: string;
  readonly worker: string;
}

export const productEntries: Entries = {
  api: fileURLToPath(new URL('main.js', import.meta.resolve('@offload/api'))),
  worker: fileURLToPath(new URL('main.js', import.meta.resolve('@offload/worker'))),
};

/** The same processes, with task types besides whose payload says how their handler behaves. */
export const scriptedEntries: Entries = {
  api: fileURLToPath(new URL('scripted-api.js', import.meta.url)),
  worker: fileURLToPath(new URL('scripted-worker.js', import.meta.url)),
};
