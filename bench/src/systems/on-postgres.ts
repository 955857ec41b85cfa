import pg from 'pg';
import type { System } from '../scenario.ts';
import { createProcesses, nodeProgram } from './processes.ts';

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
      const processes = createProcesses();
      const store = new pg.Client({ connectionString: databaseUrl });
      const addWorker = (): Promise<void> =>
        processes.startWorker(
          nodeProgram(services.nodePath, peer.workerFile, { ...env, CONCURRENCY: String(concurrency) }),
        );
      const stop = async (): Promise<void> => {
        await processes.stop();
        await store.end();
        await services.dropDatabase(databaseUrl);
      };
      try {
        await store.connect();
        const submit = await processes.startApi(nodeProgram(services.nodePath, peer.apiFile, env));
        for (let started = 0; started < workers; started++) await addWorker();
        return {
          submit,
          pids: processes.pids,
          addWorker,
          stop,
          async completed() {
            processes.assertRunning();
            const { rows } = await store.query<{ count: number }>(peer.completedSql);
            return rows[0]?.count ?? 0;
          },
          async startedAt(id) {
            const { rows } = await store.query<{ startedAt: string }>(peer.startedAtSql, [id]);
            const startedAt = rows[0]?.startedAt;
            return startedAt === undefined ? undefined : Number(startedAt);
          },
        };
      } catch (error) {
        await stop();
        throw error;
      }
    },
  };
}
