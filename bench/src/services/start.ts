import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Postgres, type RabbitMq, startPostgres, startRabbitMq } from '../../../test/services/dist/src/index.js';
import type { Services } from '../scenario.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { type AppendFsync, type RedisServer, startRedis } from './redis.ts';

/** The same server for every system; a production server has more than the 128 MB that Debian starts with. */
const POSTGRES_SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB' };

/** Starts RabbitMQ and Postgres; Redis starts when it is asked for. */
export async function startServices(): Promise<Services> {
  const postgres = await startPostgres({ settings: POSTGRES_SETTINGS });
  try {
    return createServices(await startRabbitMq({ schedulers: availableParallelism() }), postgres);
  } catch (error) {
    await postgres.remove();
    throw error;
  }
}

function createServices(rabbitMq: RabbitMq, postgres: Postgres): Services {
  const redisServers = new Map<AppendFsync, RedisServer>();
  return {
    amqpUrl: rabbitMq.amqpUrl,
    nodePath: process.execPath,
    databaseUrl: () => createDatabase(postgres.url),
    dropDatabase: (url) => dropDatabase(postgres.url, url),
    async amqpVhost() {
      const name = `bench-${randomUUID()}`;
      await rabbitMq.ctl('add_vhost', name, '--default-queue-type', 'quorum');
      await rabbitMq.ctl('set_permissions', '-p', name, 'guest', '.*', '.*', '.*');
      const url = new URL(rabbitMq.amqpUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    async dropVhost(url) {
      await rabbitMq.ctl('delete_vhost', new URL(url).pathname.slice(1));
    },
    async redisUrl(appendfsync) {
      await redisServers.get(appendfsync)?.remove();
      redisServers.delete(appendfsync);
      const server = await startRedis(appendfsync);
      redisServers.set(appendfsync, server);
      return server.url;
    },
    async stop() {
      await Promise.all([...redisServers.values(), rabbitMq, postgres].map((server) => server.remove()));
    },
  };
}
