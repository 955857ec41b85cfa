import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { provision } from '../../../test/services/dist/src/index.js';
import type { System } from '../scenario.ts';
import { type Program, runSystem } from './processes.ts';

/** Debian installs its packages for this Python and no other. */
const PYTHON = '/usr/bin/python3';
const cwd = fileURLToPath(new URL('../servers/celery', import.meta.url));

/** Celery on RabbitMQ behind the smallest WSGI server, its results in Redis. */
export const celery: System = {
  name: 'celery',
  durability: 'message confirmed by a durable classic queue, result in Redis with fsync: survives a restart of either',
  // As the Node peers: many tasks that wait, in one process.
  recommendedConcurrency: 50,
  hasWorkers: true,

  async obstacle() {
    const requirement = {
      name: 'Celery',
      isPresent: () => spawnSync(PYTHON, ['-c', 'import celery, gevent, redis']).status === 0,
      debianPackages: ['python3-celery', 'python3-gevent', 'python3-redis'],
    };
    try {
      provision([requirement], console.error);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },

  async start(services, { workers, concurrency }) {
    const [amqpUrl, redisUrl] = await Promise.all([services.amqpVhost(), services.redisUrl('always')]);
    const redis = new Redis(redisUrl);
    // Page "Concurrency": gevent for tasks that wait. Gossip and mingle are between workers, and no part of the work.
    const options = ['-P', 'gevent', '-c', String(concurrency), '--without-gossip', '--without-mingle', '-l', 'ERROR'];
    return runSystem({
      // Without a result backend: with one, every publish would subscribe to a result that nobody here waits for.
      api: python(['api.py'], { AMQP_URL: amqpUrl, BROKER_POOL_LIMIT: '64' }),
      worker: () =>
        python(['-m', 'celery', '-A', 'tasks', 'worker', ...options, '-n', `${crypto.randomUUID()}@%h`], {
          AMQP_URL: amqpUrl,
          RESULT_URL: redisUrl,
        }),
      workers,
      // Redis holds one key for each result, and nothing else.
      completed: () => redis.dbsize(),
      async startedAt(id) {
        const stored = await redis.get(`celery-task-meta-${id}`);
        if (stored === null) return undefined;
        const { result }: { result: { startedAt: number } } = JSON.parse(stored);
        return result.startedAt;
      },
      async release() {
        await redis.quit();
        await services.dropVhost(amqpUrl);
      },
    });
  },
};

function python(args: readonly string[], env: Program['env']): Program {
  return { command: PYTHON, args, cwd, env: { ...env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' } };
}
