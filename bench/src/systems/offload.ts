import { nodeOptions } from '../product/node-options.ts';
import type { System } from '../scenario.ts';
import { openPool } from '../services/databases.ts';
import { nodeProgram, runSystem } from './processes.ts';

/** The product: its API and worker with the settings that they ship with, but for the worker's concurrency. */
export const offload: System = {
  name: 'offload',
  durability: 'row committed in Postgres (fsync) and message confirmed by a quorum queue: survives the loss of either',
  recommendedConcurrency: 50,
  hasWorkers: true,

  async start(services, { workers, concurrency }) {
    const [databaseUrl, amqpUrl] = await Promise.all([services.databaseUrl(), services.amqpVhost()]);
    const env = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, HOST: '127.0.0.1', LOG_LEVEL: 'info' };
    const program = (app: string, variables: Record<string, string>) =>
      nodeProgram(services.nodePath, `offload/${app}.ts`, variables, nodeOptions);
    const store = openPool(databaseUrl);
    return runSystem({
      api: program('api', env),
      worker: () => program('worker', { ...env, WORKER_CONCURRENCY: String(concurrency) }),
      workers,
      async completed() {
        const { rows } = await store.query<{ count: number }>(
          `select count(*)::int as count from tasks where state = 'succeeded'`,
        );
        return rows[0]?.count ?? 0;
      },
      async startedAt(id) {
        const { rows } = await store.query<{ startedAt: string | null }>(
          `select result ->> 'startedAt' as "startedAt" from tasks where id = $1 and state = 'succeeded'`,
          [id],
        );
        const startedAt = rows[0]?.startedAt;
        return startedAt == null ? undefined : Number(startedAt);
      },
      async release() {
        await store.end();
        await Promise.all([services.dropDatabase(databaseUrl), services.dropVhost(amqpUrl)]);
      },
    });
  },
};
