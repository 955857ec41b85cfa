import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { MAX_JSON_DEPTH, PROBLEMS, type ProblemCode } from '@offload/contract';
import type { Problem } from '../src/problem.ts';
import { startTestApi, submit, type TestApi } from './test-api.ts';

interface BadRequest {
  name: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  code: ProblemCode;
  /** Pointer that `errors` must name. */
  names?: string;
}

const ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';
const JSON_TYPE = { 'content-type': 'application/json' };
const LIMIT = 64 * 1024;

function post(
  name: string,
  body: string | Uint8Array<ArrayBuffer> | object,
  code: ProblemCode,
  names?: string,
): BadRequest {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  return { name, method: 'POST', path: '/tasks', headers: JSON_TYPE, body: text, code, ...(names ? { names } : {}) };
}

function payload(name: string, value: string, pointer = '/payload/message'): BadRequest {
  return post(`payload: ${name}`, `{"type":"sleep","payload":${value}}`, 'INVALID_PAYLOAD', pointer);
}

const nested = (depth: number, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth);

const badRequests: BadRequest[] = [
  // no body, or not JSON
  { name: 'no body and no content type', method: 'POST', path: '/tasks', code: 'INVALID_REQUEST' },
  { name: 'no batch and no content type', method: 'POST', path: '/tasks/batch', code: 'INVALID_REQUEST' },
  post('an empty body', '', 'INVALID_REQUEST'),
  ...[
    '{',
    '}',
    '{"type":"sleep"',
    "{'type':'sleep'}",
    '{"type":sleep}',
    'type=sleep',
    '<task/>',
    '[1,',
    '"',
    'nul',
    '{"a":1}x',
    '\u0000',
    '{"type":"sleep",}',
    'NaN',
    '{"type":"sl\u0000eep"}',
  ].map((body) => post(`broken JSON ${JSON.stringify(body)}`, body, 'MALFORMED_JSON')),
  post(
    'JSON that is not UTF-8',
    new Uint8Array(Buffer.from('{"type":"sleep","payload":{"message":"\xff"}}', 'latin1')),
    'MALFORMED_JSON',
  ),
  post('bytes that are not UTF-8 in place of JSON', new Uint8Array([0xff, 0xfe, 0x00, 0x80]), 'MALFORMED_JSON'),
  post(
    'a body that pollutes a prototype',
    '{"type":"sleep","payload":{"message":"x","__proto__":{"a":1}}}',
    'INVALID_REQUEST',
  ),
  post(
    'a body that pollutes a constructor',
    '{"type":"sleep","payload":{},"constructor":{"prototype":{}}}',
    'INVALID_REQUEST',
  ),
  // JSON, but no submission
  ...['null', 'true', '1', '"sleep"', '[]', '[{"type":"sleep"}]'].map((body) =>
    post(`JSON ${body}`, body, 'INVALID_REQUEST'),
  ),
  post('an empty object', {}, 'INVALID_REQUEST', '/type'),
  post('no type', { payload: {} }, 'INVALID_REQUEST', '/type'),
  post('no payload', { type: 'sleep' }, 'INVALID_REQUEST', '/payload'),
  ...[null, 1, true, [], {}].map((type) =>
    post(`type ${JSON.stringify(type)}`, { type, payload: {} }, 'INVALID_REQUEST', '/type'),
  ),
  ...['prioriti', 'queues', 'id', 'state', 'a/b', 'a~b', ''].map((field) =>
    post(
      `unknown field '${field}'`,
      { type: 'sleep', payload: { message: '' }, [field]: 1 },
      'INVALID_REQUEST',
      `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ),
  ),
  post('arrays as deep as they may be', nested(MAX_JSON_DEPTH), 'INVALID_REQUEST', ''),
  post('arrays that are too deep', nested(30_000), 'INVALID_REQUEST', ''),
  post('as many beginnings as fit, and no end', '['.repeat(LIMIT - 100), 'INVALID_REQUEST', ''),
  post(
    'a deeply nested unknown field',
    `{"type":"sleep","payload":{"message":""},"x":${nested(MAX_JSON_DEPTH - 1)}}`,
    'INVALID_REQUEST',
    '/x',
  ),
  // an unknown type
  ...[
    '',
    'slep',
    'SLEEP',
    'sleep ',
    'sleep\u0000',
    'toString',
    '__proto__',
    'constructor',
    'ü',
    'x'.repeat(10_000),
    '../sleep',
    '\ud800',
  ].map((type) =>
    post(`unknown type ${JSON.stringify(type).slice(0, 30)}`, { type, payload: {} }, 'UNKNOWN_TASK_TYPE', '/type'),
  ),
  // a wrong payload
  payload('null', 'null', '/payload'),
  payload('a text', '"Hello..."', '/payload'),
  payload('an array', '[]', '/payload'),
  payload('a number', '3', '/payload'),
  payload('without its message', '{}'),
  payload('a misspelt message', '{"mesage":"Hello"}', '/payload/mesage'),
  payload('an unknown field', '{"message":"Hello","dots":3}', '/payload/dots'),
  payload('a null message', '{"message":null}'),
  payload('a number as message', '{"message":3}'),
  payload('a huge number as message', '{"message":1e400}'),
  payload('a long integer as message', `{"message":${'9'.repeat(1000)}}`),
  payload('an object as message', '{"message":{"$ne":""}}'),
  payload('a message that is too long', `{"message":"${'.'.repeat(10_001)}"}`),
  payload('a deeply nested message', `{"message":${nested(MAX_JSON_DEPTH - 2)}}`),
  post(
    'payload: objects that are too deep',
    `{"type":"sleep","payload":{"message":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}}`,
    'INVALID_REQUEST',
    '',
  ),
  // too large
  post(
    'a body over the limit',
    JSON.stringify({ type: 'sleep', payload: { message: '.'.repeat(LIMIT) } }),
    'BODY_TOO_LARGE',
  ),
  post('a body far over the limit', '.'.repeat(2 * 1024 * 1024), 'BODY_TOO_LARGE'),
  // a wrong content type
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'nonsense',
    'application/jsonp',
  ].map(
    (type): BadRequest => ({
      name: `content type ${type}`,
      method: 'POST',
      path: '/tasks',
      headers: { 'content-type': type },
      body: '{"type":"sleep","payload":{"message":""}}',
      code: 'UNSUPPORTED_MEDIA_TYPE',
    }),
  ),
  // bad ids
  ...[
    '1',
    'abc',
    `${ID}0`,
    ID.slice(1),
    ID.replace('0', 'g'),
    '%00',
    '..%2f..%2fetc',
    "'; drop table tasks",
    'null',
    '{id}',
    '%F0%9F%8E%89',
  ].flatMap((id): BadRequest[] => [
    { name: `id ${id}`, path: `/tasks/${encodeURI(id).replaceAll('%25', '%')}`, code: 'INVALID_REQUEST', names: '/id' },
    {
      name: `cancel id ${id}`,
      method: 'POST',
      path: `/tasks/${encodeURI(id).replaceAll('%25', '%')}/cancel`,
      code: 'INVALID_REQUEST',
      names: '/id',
    },
    {
      name: `retry id ${id}`,
      method: 'POST',
      path: `/tasks/${encodeURI(id).replaceAll('%25', '%')}/retry`,
      code: 'INVALID_REQUEST',
      names: '/id',
    },
  ]),
  { name: 'a very long id', path: `/tasks/${'a'.repeat(5000)}`, code: 'URI_TOO_LONG' },
  { name: 'a broken escape in a path', path: '/tasks/%E0%A4%A', code: 'INVALID_REQUEST' },
  { name: 'an unknown task', path: `/tasks/${ID}`, code: 'TASK_NOT_FOUND' },
  // bad queries
  ...['0', '-1', '101', '1.5', 'abc', '1e400', '', 'NaN', '99999999999999999999', '%00'].map(
    (limit): BadRequest => ({
      name: `limit ${limit}`,
      path: `/tasks?limit=${limit}`,
      code: 'INVALID_REQUEST',
      names: '/limit',
    }),
  ),
  ...['done', '', 'QUEUED', '%00', 'queued,running'].map(
    (state): BadRequest => ({
      name: `state ${state}`,
      path: `/tasks?state=${state}`,
      code: 'INVALID_REQUEST',
      names: '/state/0',
    }),
  ),
  { name: 'a state given twice', path: '/tasks?state=queued&state=queued', code: 'INVALID_REQUEST', names: '/state' },
  ...['', '%00', 'a b', 'x'.repeat(101), '%F0%9F%8E%89'].map(
    (type): BadRequest => ({
      name: `type filter ${type.slice(0, 20)}`,
      path: `/tasks?type=${type}`,
      code: 'INVALID_REQUEST',
      names: '/type',
    }),
  ),
  ...[
    '',
    'x',
    '%00',
    'AAAA',
    Buffer.from('0193').toString('base64url'),
    Buffer.from(`${ID}0`).toString('base64url'),
    '%F0%9F%8E%89',
  ].map(
    (cursor): BadRequest => ({
      name: `cursor ${cursor}`,
      path: `/tasks?cursor=${cursor}`,
      code: 'INVALID_CURSOR',
      names: '/cursor',
    }),
  ),
  {
    name: 'a cursor that is too long',
    path: `/tasks?cursor=${'a'.repeat(101)}`,
    code: 'INVALID_REQUEST',
    names: '/cursor',
  },
  ...['', '%00', 'x'.repeat(256)].map(
    (queue): BadRequest => ({
      name: `queue filter ${queue.slice(0, 20)}`,
      path: `/tasks?queue=${queue}`,
      code: 'INVALID_REQUEST',
      names: '/queue',
    }),
  ),
  { name: 'an unknown query parameter', path: '/tasks?offset=3', code: 'INVALID_REQUEST', names: '/offset' },
  // wrong methods and paths
  ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
    (method): BadRequest => ({ name: `${method} /tasks`, method, path: '/tasks', code: 'METHOD_NOT_ALLOWED' }),
  ),
  { name: 'DELETE of a task', method: 'DELETE', path: `/tasks/${ID}`, code: 'METHOD_NOT_ALLOWED' },
  { name: 'GET of a cancellation', path: `/tasks/${ID}/cancel`, code: 'METHOD_NOT_ALLOWED' },
  { name: 'POST to the health check', method: 'POST', path: '/healthz', code: 'METHOD_NOT_ALLOWED' },
  ...['/task', '/tasks/x/y/z', '/Tasks', '//tasks', '/.env', '/admin', '/tasks.json'].map(
    (path): BadRequest => ({ name: `path ${path}`, path, code: 'NOT_FOUND' }),
  ),
  { name: 'an unknown problem', path: '/problems/unheard-of', code: 'NOT_FOUND' },
];

describe('a bad request gets a problem that says what is wrong:', () => {
  let api: TestApi;
  let url: string;
  before(async () => {
    api = await startTestApi({ bodyLimit: LIMIT });
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => api.close());

  test('there are more than a hundred of them', () => {
    assert.ok(badRequests.length > 100, String(badRequests.length));
  });

  for (const { name, method = 'GET', path, headers = {}, body, code, names } of badRequests) {
    test(name, async () => {
      const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
      const problem = (await answer.json()) as Problem;
      assert.equal(problem.code, code, JSON.stringify(problem));
      assert.equal(answer.status, PROBLEMS[code].status);
      assert.equal(problem.status, answer.status);
      assert.match(String(answer.headers.get('content-type')), /^application\/problem\+json/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(problem.requestId, answer.headers.get('x-request-id'));
      assert.ok(problem.detail.length > 0 && problem.title.length > 0);
      if (names !== undefined) assert.ok(pointers(problem).includes(names), JSON.stringify(problem.errors));
      if (code === 'METHOD_NOT_ALLOWED') assert.match(String(answer.headers.get('allow')), /GET|POST/);
      const explanation = await fetch(url + problem.type);
      assert.equal(explanation.status, 200);
      assert.equal(((await explanation.json()) as Problem).code, code);
    });
  }

  for (const { name, sent, status } of [
    {
      name: 'headers over 16 KiB',
      sent: `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
      status: 431,
    },
    { name: 'something that is not HTTP', sent: 'EHLO example.com\r\n\r\n', status: 400 },
    { name: 'a method that does not exist', sent: 'BREW /tasks HTTP/1.1\r\nHost: x\r\n\r\n', status: 400 },
    {
      name: 'two different content lengths',
      sent: 'POST /tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12',
      status: 400,
    },
  ]) {
    test(name, async () => {
      const answer = await sendRaw(url, sent);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(answer, /application\/problem\+json/);
      assert.match(answer, /\r\nX-Content-Type-Options: nosniff\r\n/);
      assert.equal(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).status, status);
    });
  }

  test('and the server works on afterwards, with nothing accepted', async () => {
    assert.equal((await api.app.inject('/tasks')).json().items.length, 0);
    assert.equal((await submit(api.app, 'fine')).statusCode, 202);
  });
});

function pointers(problem: Problem): string[] {
  return (problem.errors ?? []).map(({ pointer }) => pointer);
}

function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
