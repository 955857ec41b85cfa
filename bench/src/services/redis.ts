import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually, freePort } from '../../../test/services/dist/src/index.js';
import { startChild } from './child.ts';

export type AppendFsync = 'always' | 'everysec';

/** A private Redis on 127.0.0.1. */
export interface RedisServer {
  readonly url: string;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}

/** Starts an empty Redis that appends every write to its file, and never evicts, as queues on it need. */
export async function startRedis(appendfsync: AppendFsync): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'offload-bench-redis-'));
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync,
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = await startChild({ name: 'redis', command: 'redis-server', args, folder });
  const url = `redis://127.0.0.1:${port}`;
  await eventually(() => ping(url));
  return {
    url,
    async remove() {
      await server.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ping(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: null, lazyConnect: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    if (client.status !== 'end') {
      const ended = once(client, 'end');
      client.disconnect();
      await ended;
    }
  }
}
