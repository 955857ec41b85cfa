import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { defineTaskType, FileRefSchema, taskTypes } from '@offload/contract';
import { StorageUnavailableError } from '@offload/files';
import { type Store, StoreUnavailableError } from '@offload/store';
import { eventually } from '@offload/test-services';
import { Type } from 'typebox';
import { buildApi } from '../src/index.ts';
import { formBody, type Part } from './form-body.ts';
import { silent, startTestApi, submit, type TestApi } from './test-api.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const UNKNOWN = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const FILE_LIMIT = 1_000_000;
const BODY_LIMIT = 64 * 1024;

/** A task of several files. */
const collage = defineTaskType({
  name: 'collage',
  title: 'Collage',
  description: 'Puts pictures together.',
  takesFiles: true,
  payload: Type.Object({ images: Type.Array(FileRefSchema), title: Type.Optional(Type.String()) }),
  result: Type.Null(),
  timeoutMs: 1000,
  maxAttempts: 1,
  examples: [{ summary: 'Of nothing', payload: { images: [] } }],
});

const options = { fileLimit: FILE_LIMIT, bodyLimit: BODY_LIMIT, types: [...taskTypes, collage] };

const task = (content: object | string): Part => ({
  name: 'task',
  type: 'application/json',
  content: typeof content === 'string' ? content : JSON.stringify(content),
});
const file = (name: string, content: Buffer | string = PNG): Part => ({ name, filename: `${name}.png`, content });
const resize = (image: string, width: unknown = 10) => ({
  type: 'image.resize',
  payload: { image: { file: image }, width },
});
const ofFiles = (...names: string[]) => ({
  type: 'collage',
  payload: { images: names.map((name) => ({ file: name })) },
});

async function post({ app }: Pick<TestApi, 'app'>, parts: Part[], headers: Record<string, string> = {}) {
  const form = formBody(...parts);
  const answer = await app.inject({ method: 'POST', url: '/tasks', ...form, headers: { ...form.headers, ...headers } });
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload, body: answer.json() };
}

/** What there is: files that somebody sees, bytes that are not about to be removed, tasks. */
async function kept({ store, folder }: TestApi) {
  const folders = await readdir(join(folder, 'files')).catch(() => []);
  const names = (await Promise.all(folders.map((each) => readdir(join(folder, 'files', each))))).flat();
  const removed = new Set(await store.listRemovedFiles(1000));
  return {
    files: (await store.listFiles({ limit: 1000 })).map(({ id }) => id).sort(),
    bytes: names.filter((name) => !removed.has(name)).sort(),
    tasks: (await store.list({ limit: 1000 })).items.length,
  };
}

async function upload({ app }: TestApi, content: Buffer): Promise<string> {
  const headers = { 'content-type': 'image/png' };
  return (await app.inject({ method: 'POST', url: '/files', headers, payload: content })).json().id;
}

describe('a form with a task and its files', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi(options);
  });
  after(() => api.close());

  test('makes the task, whose payload has the id of the file that came with it', async () => {
    const content = Buffer.concat([PNG, randomBytes(300_000)]);
    const { status, headers, body } = await post(api, [
      task({ ...resize('photo'), tags: ['of-a-form'] }),
      { name: 'photo', filename: '漢 b.png', type: 'text/html', content },
    ]);
    assert.equal(status, 202, JSON.stringify(body));
    assert.equal(headers.location, `/tasks/${body.id}`);
    const { file: id } = body.payload.image;
    assert.deepEqual(body.payload, { image: { file: id }, width: 10 });
    assert.deepEqual((await api.store.get(body.id))?.payload, body.payload);
    const { createdAt: _, ...known } = (await api.store.getFile(id)) ?? { createdAt: '' };
    assert.deepEqual(known, {
      id,
      name: '漢 b.png',
      mediaType: 'image/png',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    assert.ok((await api.app.inject(`/files/${id}`)).rawPayload.equals(content));
    // As with any file that an unfinished task has.
    assert.equal((await api.app.inject({ method: 'DELETE', url: `/files/${id}` })).json().code, 'FILE_IN_USE');
    assert.deepEqual(
      (await api.store.list({ limit: 10, tag: 'of-a-form' })).items.map((each) => each.id),
      [body.id],
    );
  });

  test('may bring several, in any order, once for each name, beside those that were uploaded before', async () => {
    const before = await upload(api, Buffer.from('before'));
    const images = ['b', 'a', before, 'b'];
    const { status, body } = await post(api, [task(ofFiles(...images)), file('a', 'is a'), file('b', 'is b')]);
    assert.equal(status, 202, JSON.stringify(body));
    const ids: string[] = body.payload.images.map((image: { file: string }) => image.file);
    const contents = await Promise.all(ids.map(async (id) => (await api.app.inject(`/files/${id}`)).payload));
    assert.deepEqual(contents, ['is b', 'is a', 'before', 'is b']);
    assert.equal(ids[0], ids[3]);
  });

  test('may bring none', async () => {
    const { status, body } = await post(api, [task({ type: 'sleep', payload: { message: '' } })]);
    assert.deepEqual([status, body.payload], [202, { message: '' }]);
  });

  test('has names in its payload alone, and in types that take files alone', async () => {
    const metadata = { file: 'photo' };
    const named = await post(api, [task({ ...resize('photo'), metadata }), file('photo')]);
    assert.deepEqual([named.status, named.body.metadata], [202, metadata]);
    const payload = { url: 'https://service.example/', body: { file: 'photo' } };
    const { status, body } = await post(api, [task({ type: 'http.request', payload })]);
    assert.deepEqual([status, body.payload], [202, payload]);
  });

  test('is what FormData sends, which gives a part of JSON the name of a file', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const content = randomBytes(FILE_LIMIT);
    const form = new FormData();
    form.append('task', new Blob([JSON.stringify(resize('photo'))], { type: 'application/json' }));
    form.append('photo', new Blob([content]), 'photo.jpg');
    const answer = await fetch(`${url}/tasks`, { method: 'POST', body: form });
    assert.equal(answer.status, 202);
    const { payload } = (await answer.json()) as { payload: { image: { file: string } } };
    assert.ok((await api.app.inject(`/files/${payload.image.file}`)).rawPayload.equals(content));
  });

  test('can be waited for', async () => {
    const answering = post(api, [task(resize('photo')), file('photo')], { prefer: 'wait=30' });
    await eventually(() => assert.equal(api.app.follower.size, 1));
    const [newest] = (await api.store.list({ limit: 1 })).items;
    await api.app.inject({ method: 'POST', url: `/tasks/${newest?.id}/cancel` });
    const { status, headers, body } = await answering;
    assert.deepEqual([status, headers['preference-applied'], body.state], [200, 'wait=30', 'cancelled']);
  });

  const many = Array.from({ length: 11 }, (_, index) => `f${index}`);
  const refusals: Record<string, { parts: Part[]; code: string; pointer?: string; says?: RegExp }> = {
    'without any part': { parts: [], code: 'INVALID_REQUEST', pointer: '' },
    'without the task': {
      parts: [file('photo')],
      code: 'INVALID_REQUEST',
      says: /begin with the part 'task'.*'photo'/,
    },
    'whose first part is a file': {
      parts: [file('photo'), task(resize('photo'))],
      code: 'INVALID_REQUEST',
      says: /begin with the part 'task'.*'photo'/,
    },
    'whose task is no JSON': {
      parts: [task('{"type":'), file('photo')],
      code: 'MALFORMED_JSON',
      says: /^The part 'task' is not JSON\.$/,
    },
    'whose task is empty': { parts: [task(''), file('photo')], code: 'MALFORMED_JSON' },
    'whose task is no object': { parts: [task('[]'), file('photo')], code: 'INVALID_REQUEST', pointer: '' },
    'whose task would change a prototype': {
      parts: [task('{"__proto__":{}}'), file('photo')],
      code: 'INVALID_REQUEST',
      pointer: '',
    },
    'whose task is nested too deeply': {
      parts: [task(`${'['.repeat(5000)}${']'.repeat(5000)}`), file('photo')],
      code: 'INVALID_REQUEST',
      pointer: '',
    },
    'whose task is too large': {
      parts: [task({ ...resize('photo'), metadata: { x: 'x'.repeat(BODY_LIMIT) } }), file('photo')],
      code: 'BODY_TOO_LARGE',
      says: /^The part 'task' has more than 65536 bytes\.$/,
    },
    'whose task has a field too many': {
      parts: [task({ ...resize('photo'), colour: 'red' }), file('photo')],
      code: 'INVALID_REQUEST',
      pointer: '/colour',
    },
    'whose task has no payload': {
      parts: [task({ type: 'image.resize' }), file('photo')],
      code: 'INVALID_REQUEST',
      pointer: '/payload',
    },
    'whose task has a type that nobody knows': {
      parts: [task({ ...resize('photo'), type: 'image.rotate' }), file('photo')],
      code: 'UNKNOWN_TASK_TYPE',
      pointer: '/type',
    },
    'whose payload is not valid': {
      parts: [task(resize('photo', '10')), file('photo')],
      code: 'INVALID_PAYLOAD',
      pointer: '/payload/width',
    },
    'whose queue there is not': {
      parts: [task({ ...resize('photo'), queue: 'nowhere' }), file('photo')],
      code: 'UNKNOWN_QUEUE',
      pointer: '/queue',
    },
    'whose callback cannot be made': {
      parts: [task({ ...resize('photo'), callback: { url: 'https://app.example/' } }), file('photo')],
      code: 'CALLBACKS_DISABLED',
      pointer: '/callback',
    },
    'whose time has passed': {
      parts: [task({ ...resize('photo'), expiresAt: '2020-01-01T00:00:00Z' }), file('photo')],
      code: 'INVALID_REQUEST',
      pointer: '/expiresAt',
    },
    'without the file that the payload names': {
      parts: [task(ofFiles('a', 'b')), file('a')],
      code: 'INVALID_PAYLOAD',
      pointer: '/payload/images/1/file',
    },
    'with a file that the payload does not name': {
      parts: [task(resize('photo')), file('photo'), file('other')],
      code: 'INVALID_REQUEST',
      says: /must not have the part 'other'/,
    },
    'with a field beside its files': {
      parts: [task(resize('photo')), file('photo'), { name: 'width', content: '10' }],
      code: 'INVALID_REQUEST',
      says: /must not have the part 'width'/,
    },
    'with a file for a type that takes none': {
      parts: [
        task({ type: 'http.request', payload: { url: 'https://a.example', body: { file: 'photo' } } }),
        file('photo'),
      ],
      code: 'INVALID_REQUEST',
      says: /must not have the part 'photo'/,
    },
    'with a part twice': {
      parts: [task(resize('photo')), file('photo'), file('photo')],
      code: 'INVALID_REQUEST',
      says: /must have the part 'photo' once/,
    },
    'with a file whose name is an id': {
      parts: [task(resize(UNKNOWN)), file(UNKNOWN)],
      code: 'INVALID_REQUEST',
      says: new RegExp(`must not have the part '${UNKNOWN}'`),
    },
    'that also names a file that there is not': {
      parts: [task(ofFiles('a', UNKNOWN)), file('a')],
      code: 'INVALID_PAYLOAD',
      pointer: '/payload/images/1/file',
    },
    'with more files than a form may bring': {
      parts: [task(ofFiles(...many)), ...many.map((name) => file(name))],
      code: 'INVALID_PAYLOAD',
      pointer: '/payload',
      says: /at most 10 files/,
    },
    'with more parts than any form may have': {
      parts: [task(ofFiles('a')), ...Array.from({ length: 100 }, () => file('a'))],
      code: 'INVALID_REQUEST',
      pointer: '',
    },
    'with a file that is too large': {
      parts: [task(ofFiles('a', 'b')), file('a'), file('b', Buffer.alloc(FILE_LIMIT + 1))],
      code: 'FILE_TOO_LARGE',
      says: /^The file 'b' has more than 1000000 bytes\.$/,
    },
  };
  for (const [name, { parts, code, pointer, says = /./ }] of Object.entries(refusals)) {
    test(`${name} is refused, and nothing of it is kept`, async () => {
      const before = await kept(api);
      const { body } = await post(api, parts);
      assert.equal(body.code, code, JSON.stringify(body));
      assert.match(body.detail, says);
      if (pointer !== undefined) {
        assert.deepEqual(
          body.errors.map((error: { pointer: string }) => error.pointer),
          [pointer],
        );
      }
      assert.deepEqual(await kept(api), before);
    });
  }

  test('brings ten files', async () => {
    const { status } = await post(api, [task(ofFiles(...many.slice(1))), ...many.slice(1).map((name) => file(name))]);
    assert.equal(status, 202);
  });

  test('that is no form is refused', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x']) {
      const payload = JSON.stringify({ type: 'sleep', payload: { message: '' } });
      const answer = await api.app.inject({
        method: 'POST',
        url: '/tasks',
        headers: { 'content-type': type },
        payload,
      });
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'INVALID_REQUEST'], type);
    }
    const { status, body } = await post(api, [task(resize('photo')), file('photo')], {
      'content-type': 'multipart/mixed; boundary=x',
    });
    assert.deepEqual([status, body.code], [415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('under an Idempotency-Key, a form', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi(options);
  });
  after(() => api.close());

  const keyed = (key: string) => ({ 'idempotency-key': `"${key}"` });

  test('of the same bytes gets the first answer, and what it has brought again is removed', async () => {
    const parts = [task(ofFiles('a', 'b', 'a')), file('a', 'is a'), file('b', 'is b')];
    const first = await post(api, parts, keyed('same'));
    assert.deepEqual([first.status, first.headers['idempotent-replayed']], [202, undefined]);
    const before = await kept(api);
    const [head, ...files] = parts as [Part, Part, Part];
    for (const again of [parts, [head, ...files.reverse()]]) {
      const { status, headers, text } = await post(api, again, keyed('same'));
      assert.deepEqual([status, headers['idempotent-replayed'], text], [202, 'true', first.text]);
      assert.deepEqual(await kept(api), before);
    }
  });

  test('is another one with other bytes, other names or another task, and nothing of it is kept', async () => {
    const parts = [task(resize('photo')), file('photo')];
    const { body: first } = await post(api, parts, keyed('other'));
    const before = await kept(api);
    const json = await api.app.inject({
      method: 'POST',
      url: '/tasks',
      headers: keyed('other'),
      payload: resize(first.payload.image.file),
    });
    const forms = [
      [task(resize('photo')), file('photo', 'other bytes')],
      [task(resize('picture')), file('picture')],
      [task(resize('photo', 11)), file('photo')],
      [task(resize(first.payload.image.file))],
    ];
    const answers = [
      json.json(),
      ...(await Promise.all(forms.map((form) => post(api, form, keyed('other'))))).map(({ body }) => body),
    ];
    for (const { code, status } of answers) assert.deepEqual([status, code], [422, 'IDEMPOTENCY_KEY_REUSED']);
    assert.deepEqual(await kept(api), before);
  });

  test('in ten posts at once makes one task with its files, and ten equal answers', async () => {
    const before = await kept(api);
    const parts = [task(resize('photo')), file('photo', randomBytes(100_000))];
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(api, parts, keyed('ten'))));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    const now = await kept(api);
    assert.deepEqual(
      [now.tasks, now.files.length, now.bytes.length],
      [before.tasks + 1, before.files.length + 1, before.bytes.length + 1],
    );
  });

  test('is not used up by a form that is refused', async () => {
    assert.equal((await post(api, [task(resize('photo'))], keyed('mended'))).status, 422);
    assert.equal((await post(api, [task(resize('photo')), file('photo')], keyed('mended'))).status, 202);
  });

  test('gets the first answer also when the queue is full, or the time has passed', async () => {
    const full = await startTestApi({ ...options, maxQueued: 1 });
    const parts = [task(resize('photo')), file('photo')];
    const first = await post(full, parts, keyed('full'));
    await eventually(async () => assert.equal((await submit(full.app, 'fills it')).statusCode, 503));
    assert.equal((await post(full, parts, keyed('full'))).text, first.text);
    const before = await kept(full);
    for (const headers of [{}, keyed('another')]) {
      assert.equal((await post(full, parts, headers)).body.code, 'QUEUE_FULL');
    }
    assert.deepEqual(await kept(full), before);
    await full.close();
  });

  test('names its files as they were sent where the task is kept no more', async () => {
    const parts = [task({ ...resize('photo'), resultTtlMs: 1000 }), file('photo')];
    const { body: first } = await post(api, parts, keyed('gone'));
    await api.store.cancel(first.id);
    await eventually(async () => {
      await api.store.deleteOutlived(10);
      assert.equal(await api.store.get(first.id), null);
    });
    const { status, body } = await post(api, parts, keyed('gone'));
    assert.deepEqual([status, body.id, body.payload.image], [202, first.id, { file: 'photo' }]);
  });

  test('with a key that is none is refused', async () => {
    const before = await kept(api);
    const parts = [task(resize('photo')), file('photo')];
    assert.equal((await post(api, parts, { 'idempotency-key': 'x' })).body.code, 'INVALID_IDEMPOTENCY_KEY');
    assert.deepEqual(await kept(api), before);
  });
});

describe('on a connection, a form', () => {
  let api: TestApi;
  let port: number;
  before(async () => {
    api = await startTestApi(options);
    port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  after(() => api.close());

  const { payload, headers } = formBody(task(ofFiles('a', 'b')), file('a'), file('b', randomBytes(500_000)));

  /** Sends the head of a request for a form, and of its body as much as is given. */
  function sending(part: Buffer): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = ['POST /tasks HTTP/1.1', 'host: x', `content-type: ${headers['content-type']}`];
    socket.write(`${head.join('\r\n')}\r\ncontent-length: ${payload.length}\r\n\r\n`);
    socket.write(part);
    return socket;
  }

  test('that ends anywhere before its end is refused, and nothing of it is kept', async () => {
    const { payload: whole } = formBody(task(ofFiles('a', 'b')), file('a', 'is a'), file('b', 'is b'));
    const before = await kept(api);
    const sent = (body: Buffer) =>
      fetch(`http://127.0.0.1:${port}/tasks`, { method: 'POST', headers, body: new Uint8Array(body) });
    // Without the hyphens at the end there could be another part.
    for (let length = 0; length < whole.length - 3; length++) {
      const answer = await sent(whole.subarray(0, length));
      const { code, detail } = (await answer.json()) as { code: string; detail: string };
      assert.equal(code, 'INVALID_REQUEST', `${length} bytes: ${detail}`);
    }
    assert.deepEqual(await kept(api), before);
    assert.equal((await sent(whole)).status, 202);
  });

  test('that is cut in the middle of a file leaves none, and not those before', async () => {
    const before = await kept(api);
    const socket = sending(payload.subarray(0, payload.length - 250_000));
    await eventually(async () => {
      const { files, bytes } = await kept(api);
      assert.equal(files.length, before.files.length + 1);
      assert.ok(bytes.some((name) => name.endsWith('.part')));
    });
    socket.destroy();
    await eventually(async () => assert.deepEqual(await kept(api), before));
  });

  test('that is cut before its end leaves no file, though all have come', async () => {
    const before = await kept(api);
    const socket = sending(payload.subarray(0, payload.length - 4));
    await eventually(async () => assert.equal((await kept(api)).files.length, before.files.length + 2));
    socket.destroy();
    await eventually(async () => assert.deepEqual(await kept(api), before));
  });

  test('is refused as soon as its task is, whatever is still to come', async () => {
    const before = await kept(api);
    for (const [wrong, code] of [
      [{ type: 'unknown', payload: {} }, 'UNKNOWN_TASK_TYPE'],
      [{ ...ofFiles('a'), expiresAt: '2020-01-01T00:00:00Z' }, 'INVALID_REQUEST'],
      [{ ...ofFiles('a'), queue: 'nowhere' }, 'UNKNOWN_QUEUE'],
    ] as const) {
      const { payload: form } = formBody(task(wrong), file('a'));
      const socket = sending(form.subarray(0, form.length - PNG.length));
      const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
      assert.match(answer, new RegExp(`^HTTP/1.1 4.*"code":"${code}"`, 's'));
      socket.destroy();
    }
    assert.deepEqual(await kept(api), before);
  });

  test('that is refused may be sent to its end, and another request after it', async () => {
    const { payload: large } = formBody(task(resize('photo')), file('photo', Buffer.alloc(20 * FILE_LIMIT)));
    const json = JSON.stringify({ type: 'sleep', payload: { message: '' } });
    const requests = [
      { type: headers['content-type'], body: large },
      { type: 'application/json', body: Buffer.from(json) },
    ];
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.on('data', (data) => {
      answers += data;
    });
    for (const { type, body } of requests) {
      socket.write(
        `POST /tasks HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
    }
    await eventually(() => assert.match(answers, /^HTTP\/1\.1 413 .*FILE_TOO_LARGE.*HTTP\/1\.1 202 /s));
    socket.destroy();
  });
});

describe('with keys, a form', () => {
  let api: TestApi;
  const keys: Record<string, string> = {};
  before(async () => {
    api = await startTestApi({ ...options, apiKeys: ['admin-key'] });
    for (const [name, scopes] of Object.entries({
      shop: ['submit', 'read'],
      other: ['submit', 'read'],
      reader: ['read'],
    })) {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/keys',
        headers: { authorization: 'Bearer admin-key' },
        payload: { name, scopes },
      });
      keys[name] = answer.json().key;
    }
  });
  after(() => api.close());

  const as = (key: string | undefined) => ({ authorization: `Bearer ${key}` });
  const parts = [task(resize('photo')), file('photo')];

  test('is taken from who may submit, and nothing of it from others', async () => {
    const before = await kept(api);
    assert.deepEqual((await post(api, parts)).body.code, 'UNAUTHORIZED');
    assert.deepEqual((await post(api, parts, as('wrong'))).body.code, 'UNAUTHORIZED');
    assert.deepEqual((await post(api, parts, as(keys.reader))).body.code, 'FORBIDDEN');
    assert.deepEqual(await kept(api), before);
  });

  test('has files that are its client’s, as its task is', async () => {
    const { body } = await post(api, parts, as(keys.shop));
    for (const path of [`/tasks/${body.id}`, `/files/${body.payload.image.file}`]) {
      const status = async (key: string | undefined) =>
        (await api.app.inject({ url: path, headers: as(key) })).statusCode;
      assert.deepEqual([await status(keys.shop), await status('admin-key'), await status(keys.other)], [200, 200, 404]);
    }
    const foreign = await post(api, [task(ofFiles('a', body.payload.image.file)), file('a')], as(keys.other));
    assert.deepEqual(
      [foreign.body.code, foreign.body.errors[0].pointer],
      ['INVALID_PAYLOAD', '/payload/images/1/file'],
    );
  });
});

describe('while a part of ours is away, a form', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi(options);
  });
  after(() => api.close());

  async function answering(others: { store?: Store; files?: TestApi['files'] }) {
    const { store, broker, catalogue, files } = api.app.dependencies;
    const parts = { store, broker, catalogue, files, ...others };
    const app = await buildApi({ ...parts, apiKeys: [], bodyLimit: BODY_LIMIT, logger: silent });
    const answer = await post({ app }, [task(ofFiles('a', 'b')), file('a'), file('b')]);
    await app.close();
    return answer;
  }

  test('is to be sent again later', async () => {
    const before = await kept(api);
    let written = 0;
    const files = {
      ...api.files,
      write: (...args: Parameters<TestApi['files']['write']>) =>
        ++written === 1 ? api.files.write(...args) : Promise.reject(new StorageUnavailableError('on purpose')),
    } as TestApi['files'];
    const { status, headers, body } = await answering({ files });
    assert.deepEqual([status, body.code, headers['retry-after']], [503, 'STORAGE_UNAVAILABLE', '2']);
    assert.deepEqual(await kept(api), before);
  });

  test('keeps its files where it is not known whether the store has the task, which would need them', async () => {
    const before = await kept(api);
    const insertions: Parameters<Store['insert']>[] = [];
    const store = {
      ...api.store,
      async insert(...insertion: Parameters<Store['insert']>): Promise<never> {
        insertions.push(insertion);
        throw new StoreUnavailableError('on purpose');
      },
    };
    const { status, body } = await answering({ store });
    assert.deepEqual([status, body.code], [503, 'STORE_UNAVAILABLE']);
    // It comes through all the same.
    for (const insertion of insertions) await api.store.insert(...insertion);
    const { files, tasks } = await kept(api);
    assert.deepEqual([files.length, tasks], [before.files.length + 2, before.tasks + 1]);
  });
});
