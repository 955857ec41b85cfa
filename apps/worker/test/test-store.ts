import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileStorage, FolderStorage } from '@offload/files';
import { openEmbeddedStore, type Store } from '@offload/store';

export interface TestStore {
  store: Store;
  storage: FileStorage;
  remove(): Promise<void>;
}

/** The embedded store in a folder of its own; patient, since the machine may be busy with other tests. */
export async function openTestStore(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-worker-'));
  const store = await openEmbeddedStore({ dataDir: join(folder, 'data'), deadlineMs: 20_000 });
  await store.migrate();
  return {
    store,
    storage: new FolderStorage(join(folder, 'files')),
    async remove() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
