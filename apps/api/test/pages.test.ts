import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { startTestApi, submit, type TestApi } from './test-api.ts';

const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

test('scripts of other origins get no permission, unless it is set', async () => {
  const api = await startTestApi();
  const headers = { origin: 'https://app.example.com' };
  const answer = await api.app.inject({ url: '/tasks', headers });
  assert.equal(answer.headers['access-control-allow-origin'], undefined);
  const preflight = await api.app.inject({ method: 'OPTIONS', url: '/tasks', headers: { ...headers, ...PREFLIGHT } });
  assert.equal(preflight.statusCode, 405);
  await api.close();
});

describe('scripts of an allowed origin', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ apiKeys: ['key'], corsOrigins: ['https://app.example.com', 'https://b.example.com'] });
  });
  after(() => api.close());

  const ask = (origin: string, options: object = {}) =>
    api.app.inject({ url: '/tasks', ...options, headers: { origin, ...PREFLIGHT } });

  test('are let through by the preflight, which needs no key', async () => {
    const { statusCode, headers } = await ask('https://b.example.com', { method: 'OPTIONS' });
    assert.equal(statusCode, 204);
    assert.equal(headers['access-control-allow-origin'], 'https://b.example.com');
    assert.equal(headers['access-control-allow-headers'], 'authorization');
    assert.match(String(headers['access-control-allow-methods']), /DELETE/);
    assert.equal(headers['access-control-allow-credentials'], undefined);
  });

  test('may read refusals and the headers of the API', async () => {
    const { statusCode, headers } = await ask('https://app.example.com');
    assert.equal(statusCode, 401);
    assert.equal(headers['access-control-allow-origin'], 'https://app.example.com');
    assert.match(String(headers['access-control-expose-headers']), /Location.*Retry-After/);
  });

  test('of another origin may not', async () => {
    const { headers } = await ask('https://evil.example.com', { method: 'OPTIONS' });
    assert.equal(headers['access-control-allow-origin'], undefined);
  });
});

test('pages are guarded by a content security policy; answers of the API need none', async () => {
  const api = await startTestApi();
  const page = await api.app.inject('/docs/');
  assert.match(
    String(page.headers['content-security-policy']),
    /script-src 'self';.*frame-ancestors 'none'|frame-ancestors 'none'.*script-src 'self';/,
  );
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  assert.doesNotMatch(page.body, /<script>|\son\w+=/);
  assert.equal((await api.app.inject('/tasks')).headers['content-security-policy'], undefined);
  await api.close();
});

test('every answer says that its content type is not to be guessed', async () => {
  const api = await startTestApi({ corsOrigins: ['https://app.example.com'] });
  const { task } = await submit(api.app, 'finished');
  await api.app.inject({ method: 'POST', url: `/tasks/${task.id}/cancel` });
  const preflight = { origin: 'https://app.example.com', ...PREFLIGHT };
  const requests: [status: number, request: InjectOptions][] = [
    [200, { url: '/tasks' }],
    [200, { method: 'HEAD', url: '/tasks' }],
    [200, { url: `/tasks/${task.id}/events` }],
    [200, { url: '/metrics' }],
    [200, { url: '/openapi.json' }],
    [202, { method: 'POST', url: '/tasks', payload: { type: 'sleep', payload: { message: '' } } }],
    [204, { method: 'OPTIONS', url: '/tasks', headers: preflight }],
    [302, { url: '/' }],
    [400, { url: '/tasks?limit=no' }],
    [400, { url: '/tasks/%E0%A4%A' }],
    [404, { url: '/nothing' }],
  ];
  for (const [status, request] of requests) {
    const { statusCode, headers } = await api.app.inject(request);
    assert.equal(statusCode, status, String(request.url));
    assert.equal(headers['x-content-type-options'], 'nosniff', String(request.url));
  }
  await api.close();
});
