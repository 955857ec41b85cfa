import { type ApiOptions, buildApi } from './app.ts';
import { listen } from './listen.ts';
import { dispatcher } from './roles/dispatcher.ts';
import { janitor } from './roles/janitor.ts';
import { startLeader } from './roles/leader.ts';
import { reconciler } from './roles/reconciler.ts';
import { rescuer } from './roles/rescuer.ts';

export interface Api {
  /** E.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Answers what is under way, then stops listening and ends the background roles. Idempotent. */
  stop(): Promise<void>;
}

export interface StartOptions extends ApiOptions {
  host: string;
  port: number;
  /** Milliseconds that finished tasks are kept. */
  retentionMs: number;
}

/** The API process's work: the HTTP server and the background roles. */
export async function startApi({ host, port, ...options }: StartOptions): Promise<Api> {
  const app = await buildApi(options);
  const url = await listen(app, { host, port });
  const leader = startLeader(options, [dispatcher, reconciler, rescuer, janitor(options)]);
  return {
    url,
    async stop() {
      await app.close();
      await leader.stop();
    },
  };
}
