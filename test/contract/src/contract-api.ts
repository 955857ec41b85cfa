import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApi } from '@offload/api';
import { createMemoryBroker } from '@offload/broker';
import { createTopology, TaskCatalogue, taskTypes } from '@offload/contract';
import { FolderStorage } from '@offload/files';
import { createLogger } from '@offload/process';
import { openEmbeddedStore, type Store } from '@offload/store';

export const API_KEY = 'contract-test-key';

export interface ContractApi {
  url: string;
  store: Store;
  close(): Promise<void>;
}

/** The real API on the embedded store and broker, listening. No worker: what is submitted stays as it is. */
export async function startContractApi(): Promise<ContractApi> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-contract-'));
  const store = await openEmbeddedStore({ dataDir: join(folder, 'data') });
  await store.migrate();
  const broker = createMemoryBroker(createTopology(undefined, undefined, [], { hasCallbacks: true }));
  const app = await buildApi({
    store,
    broker,
    catalogue: new TaskCatalogue(taskTypes),
    files: new FolderStorage(join(folder, 'files')),
    apiKeys: [API_KEY],
    bodyLimit: 1_048_576,
    logger: createLogger({ name: 'api', level: 'error' }),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    store,
    async close() {
      await app.close();
      await broker.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
