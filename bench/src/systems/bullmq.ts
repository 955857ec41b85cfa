import { Redis } from 'ioredis';
import type { System } from '../scenario.ts';
import type { AppendFsync } from '../services/redis.ts';
import { nodeProgram, runSystem } from './processes.ts';

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
      const redis = new Redis(redisUrl);
      return runSystem({
        api: nodeProgram(services.nodePath, 'servers/bullmq-api.ts', env),
        worker: () =>
          nodeProgram(services.nodePath, 'servers/bullmq-worker.ts', { ...env, CONCURRENCY: String(concurrency) }),
        workers,
        completed: () => redis.zcard('bull:bench:completed'),
        async startedAt(id) {
          const result = await redis.hget(`bull:bench:${id}`, 'returnvalue');
          if (result === null) return undefined;
          const { startedAt }: { startedAt: number } = JSON.parse(result);
          return startedAt;
        },
        async release() {
          await redis.quit();
        },
      });
    },
  };
}
