import { Redis } from 'ioredis';
import type { System } from '../scenario.ts';
import type { AppendFsync } from '../services/redis.ts';
import { createProcesses, nodeProgram } from './processes.ts';

export const bullmq = createBullMq({
  name: 'bullmq',
  appendfsync: 'always',
  durability: 'appended to the Redis log with an fsync before the answer: survives a crash of Redis',
});

/** BullMQ on a Redis that syncs its append-only file as told. */
export function createBullMq(options: { name: string; appendfsync: AppendFsync; durability: string }): System {
  const { name, appendfsync, durability } = options;
  return {
    name,
    durability,
    // Page "Workers / Concurrency": the figure of its example.
    recommendedConcurrency: 50,
    hasWorkers: true,

    async start(services, { workers, concurrency }) {
      const redisUrl = await services.redisUrl(appendfsync);
      const env = { REDIS_URL: redisUrl };
      const processes = createProcesses();
      const redis = new Redis(redisUrl);
      const addWorker = (): Promise<void> =>
        processes.startWorker(
          nodeProgram(services.nodePath, 'servers/bullmq-worker.ts', { ...env, CONCURRENCY: String(concurrency) }),
        );
      const stop = async (): Promise<void> => {
        await processes.stop();
        await redis.quit();
      };
      try {
        const submit = await processes.startApi(nodeProgram(services.nodePath, 'servers/bullmq-api.ts', env));
        for (let started = 0; started < workers; started++) await addWorker();
        return {
          submit,
          pids: processes.pids,
          addWorker,
          stop,
          async completed() {
            processes.assertRunning();
            return await redis.zcard('bull:bench:completed');
          },
          async startedAt(id) {
            const result = await redis.hget(`bull:bench:${id}`, 'returnvalue');
            if (result === null) return undefined;
            const { startedAt }: { startedAt: number } = JSON.parse(result);
            return startedAt;
          },
        };
      } catch (error) {
        await stop();
        throw error;
      }
    },
  };
}
