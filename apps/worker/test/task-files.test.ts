import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { StorageUnavailableError } from '@offload/files';
import { type HandlerContext, NonRetryableError, taskFiles } from '@offload/handler';
import { openTestStore, type TestStore } from './test-store.ts';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

const UNKNOWN = { file: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11' };

describe('the files of an attempt', () => {
  let testStore: TestStore;
  before(async () => {
    testStore = await openTestStore();
  });
  after(() => testStore.remove());

  /** An attempt under way, and its files. */
  async function attempt({ client = null as string | null, maxBytes = 1000 } = {}) {
    const { store, storage } = testStore;
    const task = { type: 'sleep', payload: {}, queue: 'q', maxAttempts: 3, timeoutMs: 1000, requestId: null, client };
    const { id: taskId } = await store.insert(task);
    await store.claim({ taskId, worker: 'w', redelivered: false });
    const held = { taskId, attempt: 1 };
    return { held, ...taskFiles({ store, storage, held, maxBytes }) };
  }

  /** A file that was uploaded. */
  async function uploaded(content: Buffer): Promise<{ file: string }> {
    const { store, storage } = testStore;
    const file = await store.addFile({ name: 'photo.png', client: null });
    await storage.write(file, Readable.from([content]));
    await store.completeFile(file, { mediaType: 'image/png', bytes: content.length, sha256: '' });
    return { file };
  }

  test('are read, described as they were uploaded', async () => {
    const content = randomBytes(100);
    const { files } = await attempt();
    const { content: stream, name, mediaType, bytes } = await files.open(await uploaded(content));
    assert.ok((await buffer(stream)).equals(content));
    assert.deepEqual([name, mediaType, bytes], ['photo.png', 'image/png', 100]);
  });

  test('are downloaded into a folder of the attempt’s own, which goes with it', async () => {
    const content = randomBytes(100);
    const { files, clear } = await attempt();
    const { path } = await files.download(await uploaded(content));
    assert.ok((await readFile(path)).equals(content));
    const folder = await files.folder();
    assert.ok(path.startsWith(folder));
    await clear();
    assert.equal(existsSync(folder), false);
  });

  test('have no folder any more once the attempt has ended, not even a late one', async () => {
    const { files, clear } = await attempt();
    const ref = await uploaded(randomBytes(1));
    await clear();
    await assert.rejects(files.folder(), /the attempt has ended/);
    await assert.rejects(files.download(ref), /the attempt has ended/);
  });

  test('that are gone are not worth another attempt', async () => {
    const { store, storage } = testStore;
    const { files } = await attempt();
    const removed = await uploaded(randomBytes(1));
    await store.removeFile(removed.file);
    const lost = await uploaded(randomBytes(1));
    await storage.remove(lost.file);
    for (const ref of [UNKNOWN, removed, lost]) await assert.rejects(files.open(ref), NonRetryableError);
  });

  test('that it makes belong to the client of its task, and say what they are', async () => {
    const { store } = testStore;
    const { files } = await attempt({ client: 'shop' });
    const content = Buffer.from('Hello');
    const saved = await files.save(Readable.from([content]), { name: 'a.txt', mediaType: 'text/plain' });
    assert.deepEqual(
      [saved.file, saved.name, saved.mediaType, saved.bytes, saved.sha256],
      [saved.id, 'a.txt', 'text/plain', 5, createHash('sha256').update(content).digest('hex')],
    );
    assert.ok(await store.getFile(saved.id, 'shop'));
    assert.equal(await store.getFile(saved.id, 'other'), null);
    assert.ok((await buffer((await files.open(saved)).content)).equals(content));
  });

  test('that it makes are none once it is no longer the current one', async () => {
    const { files, held } = await attempt();
    await testStore.store.settle({ ...held, outcome: { kind: 'cancelled' } });
    await assert.rejects(files.save(Readable.from(['x'])), NonRetryableError);
  });

  test('that are too large are not worth another attempt, and a storage that is away is', async () => {
    const { files, held } = await attempt({ maxBytes: 10 });
    await assert.rejects(files.save(Readable.from([randomBytes(11)])), NonRetryableError);
    const away = async () => {
      throw new StorageUnavailableError('on purpose');
    };
    const storage = { write: away, read: away, remove: away, close: () => undefined };
    const { files: others } = taskFiles({ store: testStore.store, storage, held, maxBytes: 10 });
    await assert.rejects(others.save(Readable.from(['x'])), StorageUnavailableError);
    await assert.rejects(others.open(await uploaded(randomBytes(1))), StorageUnavailableError);
  });

  test('that break off fail with the reason', async () => {
    const reason = new Error('the program ended');
    const broken = new Readable({
      read() {
        this.destroy(reason);
      },
    });
    const { files } = await attempt();
    await assert.rejects(files.save(broken), reason);
  });
});

describe('the folder of an attempt that', () => {
  let bench: WorkerBench;
  useWorkerBench((ofTest) => {
    bench = ofTest;
  });

  /** Has a worker run a handler that uses a folder. @returns the folder, once the task is in the state */
  async function folderAfter(end: (signal: AbortSignal) => Promise<unknown>, state: 'succeeded' | 'failed') {
    let folder = '';
    const scripted = async ({ files, signal }: HandlerContext<never>) => {
      folder = await files.folder();
      await writeFile(join(folder, 'half.png'), 'x');
      return end(signal);
    };
    bench.start({ handlers: { scripted } });
    const { id } = await bench.submit('', { maxAttempts: 1, timeoutMs: 500 });
    await bench.reaches(id, state);
    assert.notEqual(folder, '');
    return folder;
  }

  const endings = {
    returns: { state: 'succeeded', end: async () => null },
    throws: { state: 'failed', end: () => Promise.reject(new Error('on purpose')) },
    'obeys its timeout': {
      state: 'failed',
      end: async (signal: AbortSignal) => {
        if (!signal.aborted) await once(signal, 'abort');
        throw signal.reason;
      },
    },
    'ignores its timeout': { state: 'failed', end: () => delay(2 ** 31 - 1, undefined, { ref: false }) },
  } as const;
  for (const [name, { state, end }] of Object.entries(endings)) {
    test(`${name} is removed`, async () => {
      assert.equal(existsSync(await folderAfter(end, state)), false);
    });
  }
});
