import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ApiRequests, createDeployment } from '@offload/test-deployment';
import { eventually, freePort } from '@offload/test-services';
import S3rver from 's3rver';
import sharp from 'sharp';

const PICTURE = { create: { width: 400, height: 300, channels: 3, background: 'teal' } } as const;

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-files-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Uploads a picture, has it made smaller, and downloads what came of it. */
async function resizeOverHttp(api: ApiRequests): Promise<{ width: number; format: string; source: string }> {
  const form = new FormData();
  const photo = await sharp(PICTURE).jpeg().toBuffer();
  form.set('file', new Blob([photo as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'photo.jpg');
  const uploaded = await fetch(`${api.url}/files`, { method: 'POST', body: form });
  assert.equal(uploaded.status, 201);
  const { id: source } = (await uploaded.json()) as { id: string };

  const submitted = await fetch(`${api.url}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'image.resize', payload: { image: { file: source }, width: 40, format: 'webp' } }),
  });
  assert.equal(submitted.status, 202);
  const { id } = (await submitted.json()) as { id: string };
  const { result } = await api.taskIn('succeeded', id);

  const { file } = (result as { image: { file: string } }).image;
  const downloaded = await fetch(`${api.url}/files/${file}`);
  assert.match(downloaded.headers.get('content-disposition') ?? '', /photo\.webp/);
  const { width, format } = await sharp(await downloaded.arrayBuffer()).metadata();
  return { width, format, source };
}

test('a photo is uploaded to one process, made smaller by another, and downloaded from a third', async (t) => {
  const FILES_DIR = await folderOf(t);
  const deployment = await createDeployment(t);
  const [api, other] = [await deployment.startApi({ FILES_DIR }), await deployment.startApi({ FILES_DIR })];
  await deployment.startWorker({ FILES_DIR });
  const { width, format, source } = await resizeOverHttp(api);
  assert.deepEqual([width, format], [40, 'webp']);
  assert.equal((await fetch(`${other.url}/files/${source}`)).status, 200);
});

test('files that are deleted are gone from the folder soon', async (t) => {
  const FILES_DIR = await folderOf(t);
  const deployment = await createDeployment(t);
  const api = await deployment.startApi({ FILES_DIR });
  const headers = { 'content-type': 'text/plain' };
  const uploaded = await fetch(`${api.url}/files`, { method: 'POST', headers, body: 'x' });
  const { id } = (await uploaded.json()) as { id: string };
  const path = join(FILES_DIR, id.slice(-2));
  assert.deepEqual(await readdir(path), [id]);
  assert.equal((await fetch(`${api.url}/files/${id}`, { method: 'DELETE' })).status, 204);
  await eventually(async () => assert.deepEqual(await readdir(path), []), { timeoutMs: 30_000 });
});

test('the same with a bucket of S3', async (t) => {
  const port = await freePort();
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory: await folderOf(t),
    silent: true,
    configureBuckets: [{ name: 'offload', configs: [] }],
  });
  await server.run();
  t.after(() => server.close());
  const env = {
    FILES_BUCKET: 'offload',
    FILES_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const deployment = await createDeployment(t);
  const api = await deployment.startApi(env);
  await deployment.startWorker(env);
  const { width, format } = await resizeOverHttp(api);
  assert.deepEqual([width, format], [40, 'webp']);
});
