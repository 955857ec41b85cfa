import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { freePort } from '@offload/test-services';
import S3rver from 's3rver';
import { type FileStorage, FolderStorage, StorageUnavailableError } from '../src/index.ts';
import { S3Storage } from '../src/s3-storage.ts';
import { testStorage } from './storage-conformance.ts';

describe('storages', () => {
  let folder: string;
  let server: S3rver;
  let inFolder: FileStorage;
  let inS3: FileStorage;
  let closed: FileStorage;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offload-files-'));
    inFolder = new FolderStorage(join(folder, 'local'));
    const port = await freePort();
    server = new S3rver({
      port,
      address: '127.0.0.1',
      directory: join(folder, 's3'),
      silent: true,
      configureBuckets: [{ name: 'offload', configs: [] }],
    });
    await server.run();
    const config = { region: 'us-east-1', credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } };
    inS3 = new S3Storage({ bucket: 'offload', endpoint: `http://127.0.0.1:${port}` }, config);
    closed = new S3Storage({ bucket: 'offload', endpoint: 'http://127.0.0.1:9' }, { ...config, maxAttempts: 1 });
  });
  after(async () => {
    inS3.close();
    closed.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  testStorage('a folder', () => inFolder);
  testStorage('a bucket of S3', () => inS3);

  test('a folder keeps nothing of what failed', async () => {
    const failing = Readable.from([Buffer.from('x')]).map(() => {
      throw new Error('failed');
    });
    const own = join(folder, 'own');
    await assert.rejects(new FolderStorage(own).write('0123', failing as Readable));
    assert.deepEqual(await readdir(join(own, '23')), []);
  });

  test('a storage that cannot be reached says so', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'not a folder');
    for (const storage of [closed, new FolderStorage(file)]) {
      const key = randomBytes(16).toString('hex');
      await assert.rejects(storage.write(key, Readable.from([Buffer.from('x')])), StorageUnavailableError);
      await assert.rejects(storage.read(key), StorageUnavailableError);
    }
  });
});
