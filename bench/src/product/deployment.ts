import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { freePort } from '../../../test/services/dist/src/index.js';
import type { Services } from '../scenario.ts';
import { openPool } from '../services/databases.ts';
import { type Program, startProgram } from './program.ts';

type Variables = Record<string, string>;

export interface StartOptions {
  /** @default the product with the task type `bench` */
  entry?: string;
  variables?: Variables;
  /** Whether to return only when it is ready. @default true */
  isAwaited?: boolean;
}

export interface RunningApi extends Program {
  readonly url: string;
}

/**
 * A queue and a database of their own, whose API and workers come and go: for scenarios that look at a start, or need the
 * data to outlive a process.
 */
export interface Deployment {
  readonly amqpUrl: string;
  readonly queue: string;
  startApi(options?: StartOptions): Promise<RunningApi>;
  startWorker(concurrency: number, options?: StartOptions): Promise<Program>;
  /** Runs SQL on the database and gives the rows. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Deletes queue and database; processes are ended before, by whoever started them. */
  close(): Promise<void>;
}

/** Files of the product as it is shipped, compiled. */
export const shipped = {
  api: product('apps/api/dist/src/main.js'),
  worker: product('apps/worker/dist/src/main.js'),
  standalone: product('apps/standalone/dist/src/main.js'),
};

const withBenchTask = { api: here('../offload/api.ts'), worker: here('../offload/worker.ts') };

/** Opens an empty deployment. */
export async function createDeployment(services: Services): Promise<Deployment> {
  const [amqpUrl, databaseUrl] = [await services.amqpVhost(), await services.databaseUrl()];
  const { nodePath } = services;
  const backends = { AMQP_URL: amqpUrl, DATABASE_URL: databaseUrl };
  const pool = openPool(databaseUrl);

  return {
    amqpUrl,
    queue: 'task_queue',
    async startApi({ entry = withBenchTask.api, variables = {}, isAwaited = true } = {}) {
      const port = await freePort();
      const program = await startProgram({
        nodePath,
        entry,
        variables: { ...backends, PORT: `${port}`, ...variables },
      });
      const url = `http://127.0.0.1:${port}`;
      if (isAwaited) await program.answers(`${url}/readyz`);
      return { ...program, url };
    },
    async startWorker(concurrency, { entry = withBenchTask.worker, variables = {}, isAwaited = true } = {}) {
      const port = `${await freePort()}`;
      const settings = { WORKER_CONCURRENCY: `${concurrency}`, HEALTH_PORT: port, ...variables };
      const program = await startProgram({ nodePath, entry, variables: { ...backends, ...settings } });
      if (isAwaited) await program.answers(`http://127.0.0.1:${port}/readyz`);
      return program;
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows;
    },
    async close() {
      await pool.end();
      await services.dropDatabase(databaseUrl);
      await services.dropVhost(amqpUrl);
    },
  };
}

function product(path: string): string {
  return here(`../../../${path}`);
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
