import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Broker, createMemoryBroker } from '@offload/broker';
import { createTopology, TaskCatalogue, type TaskType, type Topology, taskTypes } from '@offload/contract';
import { type FileStorage, FolderStorage } from '@offload/files';
import { createLogger } from '@offload/process';
import { openEmbeddedStore, type Store } from '@offload/store';
import { type ApiInstance, type ApiOptions, buildApi } from '../src/index.ts';

export interface TestApi {
  app: ApiInstance;
  broker: Broker;
  store: Store;
  files: FileStorage;
  folder: string;
  close(): Promise<void>;
}

export const silent = createLogger({ name: 'test', level: 'silent' });

export interface TestApiOptions
  extends Partial<
    Pick<
      ApiOptions,
      | 'apiKeys'
      | 'bodyLimit'
      | 'maxQueued'
      | 'retentionMs'
      | 'rateLimitPerMinute'
      | 'maxStreamsPerClient'
      | 'corsOrigins'
      | 'trustedProxies'
      | 'callbackDestinations'
      | 'fileLimit'
      | 'logger'
      | 'metrics'
    >
  > {
  /** Where its data are, and stay. @default a new one, which `close` removes */
  folder?: string;
  /** @default with two more queues */
  topology?: Topology;
  /** @default those of the product */
  types?: readonly TaskType[];
}

/** The real API on the embedded store and broker. */
export async function startTestApi({
  folder: given,
  topology = createTopology('task_queue', '', ['reports', 'mail']),
  types = taskTypes,
  ...options
}: TestApiOptions = {}): Promise<TestApi> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'offload-api-')));
  const store = await openEmbeddedStore({ dataDir: join(folder, 'data') });
  await store.migrate();
  const broker = createMemoryBroker(topology);
  const catalogue = new TaskCatalogue(types);
  const files = new FolderStorage(join(folder, 'files'));
  const app = await buildApi({
    store,
    broker,
    catalogue,
    files,
    apiKeys: [],
    bodyLimit: 1_048_576,
    logger: silent,
    ...options,
  });
  return {
    app,
    broker,
    store,
    files,
    folder,
    async close() {
      await app.close();
      await broker.close();
      await store.close();
      if (given === undefined) await rm(folder, { recursive: true });
    },
  };
}

/** Submits a `sleep` task and returns the answer's body. */
export async function submit(app: ApiInstance, message: string) {
  const answer = await app.inject({ method: 'POST', url: '/tasks', payload: { type: 'sleep', payload: { message } } });
  return { statusCode: answer.statusCode, headers: answer.headers, task: answer.json() };
}
