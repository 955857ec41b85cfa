import { type ApiOptions, buildApi } from './app.ts';
import { listen } from './listen.ts';
import { startDispatcher } from './roles/dispatcher.ts';

export interface Api {
  /** E.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Answers what is under way, then stops listening and dispatching. Idempotent. */
  stop(): Promise<void>;
}

/** The API process's work: the HTTP server and the background roles. */
export async function startApi(options: ApiOptions, address: { host: string; port: number }): Promise<Api> {
  const app = await buildApi(options);
  const url = await listen(app, address);
  const dispatcher = startDispatcher(options.store, options.broker.publisher, options.logger);
  return {
    url,
    async stop() {
      await app.close();
      await dispatcher.stop();
    },
  };
}
