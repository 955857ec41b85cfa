import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@offload/test-services';

export interface OffloadServer {
  url: string;
  apiKey: string;
  close(): Promise<void>;
}

/** The product in a process of its own, embedded, with one worker that runs one task at a time. */
export async function startOffload(): Promise<OffloadServer> {
  const apiKey = 'key-of-the-test';
  const folder = await mkdtemp(join(tmpdir(), 'offload-cli-'));
  const program = await startProcess({
    entry: fileURLToPath(new URL('../../../standalone/dist/src/main.js', import.meta.url)),
    cwd: folder,
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      API_KEYS: apiKey,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      WORKER_CONCURRENCY: '1',
      AMQP_URL: undefined,
      DATABASE_URL: undefined,
      TASK_QUEUE: undefined,
      TASK_EXCHANGE: undefined,
    },
  });
  const [, url = ''] = await program.waitForOutput(/API +(http:\S+)/, 60_000);
  return {
    url,
    apiKey,
    async close() {
      await program.close();
      await rm(folder, { recursive: true });
    },
  };
}
