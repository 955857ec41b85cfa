import { join } from 'node:path';
import { scriptedEntries } from '@offload/test-deployment';
import { freePort } from '@offload/test-services';
import { type Actor, createActor } from './actor.ts';
import { createNetwork } from './network.ts';
import type { Servers } from './servers.ts';

/** The processes of a storm. */
export interface Cast {
  readonly apis: readonly Actor[];
  readonly workers: readonly Actor[];
  /** URLs of the APIs, which stay the same over their lives. */
  readonly apiUrls: readonly string[];
  close(): Promise<void>;
}

export interface CastOptions {
  servers: Servers;
  queue: string;
  /** Of logs. */
  folder: string;
  complain(complaint: string): void;
  /** Called when the database has its tables, and nobody works with them yet. */
  onMigrated(): Promise<void>;
}

const APIS = 2;
const WORKERS = 4;

/** Starts everybody; resolves when all of them work. */
export async function startCast(options: CastOptions): Promise<Cast> {
  const { servers, queue, folder, complain, onMigrated } = options;
  const actors: Actor[] = [];
  const apiUrls: string[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(actors.map((actor) => actor.close()));
  };

  async function engage(role: 'api' | 'worker', number: number, env: Record<string, string>): Promise<Actor> {
    const name = `${role}-${number}`;
    const network = await createNetwork(servers.amqpUrls, servers.postgres.url);
    const shared = {
      AMQP_URL: network.amqpUrl,
      DATABASE_URL: network.databaseUrl,
      TASK_QUEUE: queue,
      LOG_LEVEL: 'info',
      SHUTDOWN_GRACE_MS: '3000',
    };
    const logFile = join(folder, `${name}.log`);
    const entry = scriptedEntries[role];
    const actor = createActor({ name, role, entry, env: { ...shared, ...env }, network, logFile, complain });
    actors.push(actor);
    await actor.start();
    return actor;
  }

  try {
    for (let number = 1; number <= APIS; number++) {
      const port = await freePort();
      const api = await engage('api', number, { HOST: '127.0.0.1', PORT: String(port) });
      apiUrls.push(`http://127.0.0.1:${port}`);
      if (number > 1) continue;
      await api.ready();
      await onMigrated();
    }
    for (let number = 1; number <= WORKERS; number++) await engage('worker', number, { WORKER_CONCURRENCY: '8' });
    await Promise.all(actors.map((actor) => actor.ready()));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    apis: actors.filter(({ role }) => role === 'api'),
    workers: actors.filter(({ role }) => role === 'worker'),
    apiUrls,
    close,
  };
}
