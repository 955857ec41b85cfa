import type { System } from '../scenario.ts';
import { openPool } from '../services/databases.ts';
import { nodeProgram, runSystem } from './processes.ts';

/** A peer that needs nothing but a Postgres database. */
export interface PostgresPeer extends Pick<System, 'name' | 'durability' | 'recommendedConcurrency'> {
  /** Below `bench/src`; it prepares the database before it listens. */
  apiFile: string;
  workerFile: string;
  /** Answers one row with the integer `count`: tasks whose result is stored. */
  completedSql: string;
  /** Answers the text `startedAt` for the id `$1`, or no row while the task is unfinished. */
  startedAtSql: string;
}

export function createSystemOnPostgres(peer: PostgresPeer): System {
  return {
    name: peer.name,
    durability: peer.durability,
    recommendedConcurrency: peer.recommendedConcurrency,
    hasWorkers: true,

    async start(services, { workers, concurrency }) {
      const databaseUrl = await services.databaseUrl();
      const env = { DATABASE_URL: databaseUrl };
      const store = openPool(databaseUrl);
      return runSystem({
        api: nodeProgram(services.nodePath, peer.apiFile, env),
        worker: () => nodeProgram(services.nodePath, peer.workerFile, { ...env, CONCURRENCY: String(concurrency) }),
        workers,
        async completed() {
          const { rows } = await store.query<{ count: number }>(peer.completedSql);
          return rows[0]?.count ?? 0;
        },
        async startedAt(id) {
          const { rows } = await store.query<{ startedAt: string }>(peer.startedAtSql, [id]);
          const startedAt = rows[0]?.startedAt;
          return startedAt === undefined ? undefined : Number(startedAt);
        },
        async release() {
          await store.end();
          await services.dropDatabase(databaseUrl);
        },
      });
    },
  };
}
