import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { StorageUnavailableError } from '@offload/files';
import { eventually } from '@offload/test-services';
import { buildApi } from '../src/index.ts';
import { formBody } from './form-body.ts';
import { silent, startTestApi, type TestApi } from './test-api.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const UNKNOWN = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const LIMIT = 1_000_000;

describe('files', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ fileLimit: LIMIT });
  });
  after(() => api.close());

  const upload = async (options: { headers?: Record<string, string>; payload?: Buffer | Readable }, url = '/files') => {
    const answer = await api.app.inject({ method: 'POST', url, ...options });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  const raw = (payload: Buffer, type = 'application/octet-stream') => ({ payload, headers: { 'content-type': type } });
  const download = (id: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.app.inject({ method, url: `/files/${id}`, headers });
  const stored = async () => {
    const folders = await readdir(join(api.folder, 'files')).catch(() => []);
    return (await Promise.all(folders.map((folder) => readdir(join(api.folder, 'files', folder))))).flat();
  };

  test('are taken as the body, described, and given back as they were', async () => {
    const content = randomBytes(300_000);
    const { status, headers, body } = await upload(raw(content), '/files?name=noise.bin');
    assert.equal(status, 201);
    assert.equal(headers.location, `/files/${body.id}`);
    assert.deepEqual(body, {
      id: body.id,
      name: 'noise.bin',
      mediaType: 'application/octet-stream',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: body.createdAt,
    });
    const answer = await download(body.id);
    assert.ok(answer.rawPayload.equals(content));
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="noise.bin"');
    assert.equal(answer.headers['content-length'], String(content.length));
    const digest = createHash('sha256').update(content).digest('base64');
    assert.equal(answer.headers['repr-digest'], `sha-256=:${digest}:`);
  });

  test('are taken from a form, with the name that it says, and its media type is what the bytes say', async () => {
    const { body } = await upload(formBody({ name: 'file', filename: '漢 b.png', type: 'text/html', content: PNG }));
    assert.deepEqual([body.name, body.mediaType, body.bytes], ['漢 b.png', 'image/png', PNG.length]);
    const { headers } = await download(body.id);
    assert.equal(headers['content-type'], 'image/png');
    assert.match(String(headers['content-disposition']), /^inline; .*filename\*=UTF-8''%E6%BC%A2%20b\.png/);
    assert.deepEqual(
      [headers['x-content-type-options'], headers['content-security-policy']],
      ['nosniff', "default-src 'none'; sandbox"],
    );
  });

  test('are never shown by a browser as a page', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'application/xhtml+xml']) {
      const { body } = await upload(raw(Buffer.from('<svg onload="alert(1)"/>'), type));
      const { headers } = await download(body.id);
      assert.deepEqual(
        [headers['content-type'], headers['content-disposition']],
        ['application/octet-stream', 'attachment'],
        type,
      );
    }
  });

  test('of any name are called so, and no name is a header or a path', async () => {
    for (const name of ['../../etc/passwd', 'a"b', 'a\r\nset-cookie: x', '漢字.txt', ' ', '%', 'a/b\\c']) {
      const { body } = await upload(raw(Buffer.from('x')), `/files?name=${encodeURIComponent(name)}`);
      assert.equal(body.name, name);
      const { statusCode, headers } = await download(body.id);
      assert.deepEqual([statusCode, headers['set-cookie']], [200, undefined], name);
    }
    const names = await stored();
    assert.ok(
      names.every((name) => /^[0-9a-f-]{36}$/.test(name)),
      names.join(),
    );
  });

  test('may be empty', async () => {
    const { body } = await upload(formBody({ name: 'file', filename: 'empty', content: Buffer.alloc(0) }));
    assert.equal(body.bytes, 0);
    assert.equal((await download(body.id)).rawPayload.length, 0);
    assert.equal((await download(body.id, { range: 'bytes=0-0' })).statusCode, 416);
  });

  test('are given in ranges', async () => {
    const { body } = await upload(raw(Buffer.from('0123456789')));
    for (const [range, part, contentRange] of [
      ['bytes=0-0', '0', 'bytes 0-0/10'],
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=8-', '89', 'bytes 8-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=5-999', '56789', 'bytes 5-9/10'],
    ] as const) {
      const answer = await download(body.id, { range });
      assert.deepEqual(
        [answer.statusCode, answer.payload, answer.headers['content-range']],
        [206, part, contentRange],
        range,
      );
    }
    for (const range of ['bytes=1-2,4-5', 'lines=1-2', 'nonsense', 'bytes=x-']) {
      assert.deepEqual([(await download(body.id, { range })).payload, range], ['0123456789', range]);
    }
    const beyond = await download(body.id, { range: 'bytes=10-' });
    assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, 'bytes */10']);
  });

  test('that a client has are not sent again, and no range of another file is', async () => {
    const { body } = await upload(raw(Buffer.from('0123456789')));
    const { etag = '' } = (await download(body.id)).headers;
    assert.equal((await download(body.id, { 'if-none-match': etag })).statusCode, 304);
    assert.equal((await download(body.id, { range: 'bytes=0-1', 'if-range': etag })).statusCode, 206);
    assert.equal((await download(body.id, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode, 200);
  });

  test('are described by HEAD, without their bytes', async () => {
    const { body } = await upload(raw(Buffer.from('0123456789')));
    const { statusCode, headers, payload } = await download(body.id, {}, 'HEAD');
    assert.deepEqual([statusCode, headers['content-length'], payload], [200, '10', '']);
  });

  test('that are too large are refused, and nothing of them is kept', async () => {
    const before = await stored();
    assert.equal((await upload(raw(Buffer.alloc(LIMIT)))).status, 201);
    for (const options of [
      raw(Buffer.alloc(LIMIT + 1)),
      formBody({ name: 'file', filename: 'x', content: Buffer.alloc(LIMIT + 1) }),
    ]) {
      const { status, body } = await upload(options);
      assert.deepEqual([status, body.code], [413, 'FILE_TOO_LARGE']);
    }
    assert.equal((await stored()).length, before.length + 1);
  });

  test('that break off are not kept', async () => {
    const before = await stored();
    const content = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the client went away');
      })(),
    );
    await upload({ payload: content, headers: { 'content-type': 'image/png' } }).catch(() => undefined);
    await eventually(async () => assert.deepEqual((await stored()).sort(), before.sort()));
  });

  test('are asked for where there is none', async () => {
    const none = formBody({ name: 'field', content: Buffer.from('no file') });
    const cut = formBody({ name: 'file', filename: 'x', content: Buffer.from('no end') });
    for (const options of [
      {},
      none,
      { ...none, payload: Buffer.from('no form') },
      { ...cut, payload: cut.payload.subarray(0, -30) },
    ]) {
      const { status, body } = await upload(options);
      assert.deepEqual([status, body.code], [400, 'INVALID_REQUEST'], JSON.stringify(body));
    }
  });

  test('that are deleted are gone', async () => {
    const { body } = await upload(raw(Buffer.from('x')));
    const remove = () => api.app.inject({ method: 'DELETE', url: `/files/${body.id}` });
    assert.equal((await remove()).statusCode, 204);
    for (const answer of [await remove(), await download(body.id)]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'FILE_NOT_FOUND']);
    }
    assert.deepEqual(await api.store.listRemovedFiles(10), [body.id]);
  });

  test('that a waiting task needs are not deleted', async () => {
    const { body } = await upload(raw(Buffer.from('x')));
    await api.store.insert({
      type: 'sleep',
      payload: {},
      queue: 'task_queue',
      maxAttempts: 1,
      timeoutMs: 1000,
      requestId: null,
      files: [body.id],
    });
    const answer = await api.app.inject({ method: 'DELETE', url: `/files/${body.id}` });
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'FILE_IN_USE']);
  });

  test('are needed for a task once: its submission is answered again though they are gone since', async () => {
    const { body: file } = await upload(raw(PNG));
    const submit = (id: string) =>
      api.app.inject({
        method: 'POST',
        url: '/tasks',
        headers: { 'idempotency-key': '"photo-1"' },
        payload: { type: 'image.resize', payload: { image: { file: id }, width: 10 } },
      });
    const first = await submit(file.id);
    assert.equal(first.statusCode, 202);
    await api.store.cancel(first.json().id);
    assert.equal(await api.store.removeFile(file.id), 'removed');
    const again = await submit(file.id);
    assert.deepEqual([again.statusCode, again.json().id], [202, first.json().id]);
    assert.equal((await submit(UNKNOWN)).json().code, 'IDEMPOTENCY_KEY_REUSED');
  });

  test('that a payload names have to be there, and be the client’s', async () => {
    const payload = { type: 'image.resize', payload: { image: { file: UNKNOWN }, width: 10 } };
    const answer = await api.app.inject({ method: 'POST', url: '/tasks', payload });
    assert.deepEqual([answer.statusCode, answer.json().code], [422, 'INVALID_PAYLOAD']);
    assert.equal(answer.json().errors[0].pointer, '/payload/image/file');
  });

  test('that never were are not found', async () => {
    assert.equal((await download(UNKNOWN)).json().code, 'FILE_NOT_FOUND');
    assert.equal((await download('x')).json().code, 'INVALID_REQUEST');
  });

  test('whose bytes are lost are not found, and those that cannot be read now are to be asked for later', async () => {
    const { body } = await upload(raw(Buffer.from('x')));
    await api.files.remove(body.id);
    assert.equal((await download(body.id)).json().code, 'FILE_NOT_FOUND');

    const { store, broker, catalogue } = api.app.dependencies;
    const away = async () => {
      throw new StorageUnavailableError('on purpose');
    };
    const files = { write: away, read: away, remove: away, close: () => undefined };
    const other = await buildApi({ store, broker, catalogue, files, apiKeys: [], bodyLimit: 1024, logger: silent });
    const answers = [
      await other.inject(`/files/${body.id}`),
      await other.inject({ method: 'POST', url: '/files', ...raw(Buffer.from('x')) }),
    ];
    for (const answer of answers) {
      assert.deepEqual(
        [answer.statusCode, answer.json().code, answer.headers['retry-after']],
        [503, 'STORAGE_UNAVAILABLE', '2'],
      );
    }
    await other.close();
  });
});

describe('with keys, files', () => {
  let api: TestApi;
  const keys: Record<string, string> = {};
  before(async () => {
    api = await startTestApi({ apiKeys: ['admin-key'] });
    for (const name of ['shop', 'other']) {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/keys',
        headers: { authorization: 'Bearer admin-key' },
        payload: { name, scopes: ['submit', 'read'] },
      });
      keys[name] = answer.json().key;
    }
  });
  after(() => api.close());

  test('are their client’s, and admins’', async () => {
    const as = (key: string | undefined) => ({ authorization: `Bearer ${key}` });
    const { id } = (
      await api.app.inject({
        method: 'POST',
        url: '/files',
        headers: { ...as(keys.shop), 'content-type': 'text/plain' },
        payload: 'x',
      })
    ).json();
    const status = async (key: string | undefined, method: 'GET' | 'DELETE' = 'GET') =>
      (await api.app.inject({ method, url: `/files/${id}`, headers: as(key) })).statusCode;
    assert.deepEqual([await status(keys.shop), await status('admin-key'), await status(keys.other)], [200, 200, 404]);
    assert.deepEqual([await status(keys.other, 'DELETE'), await status(keys.shop, 'DELETE')], [404, 204]);
  });
});
