import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApi, type TestApi } from './test-api.ts';

describe('with API keys', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ apiKeys: ['first-key', 'second-key'] });
  });
  after(() => api.close());

  for (const url of ['/tasks', '/tasks/0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', '/task-types', '/queues', '/workers']) {
    test(`${url} needs one`, async () => {
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'first-key' }]) {
        const answer = await api.app.inject({ url, headers });
        assert.equal(answer.statusCode, 401);
        assert.equal(answer.json().code, 'UNAUTHORIZED');
        assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
      }
    });
  }

  test('submitting needs one, before the body is looked at', async () => {
    const answer = await api.app.inject({ method: 'POST', url: '/tasks', payload: { nonsense: true } });
    assert.equal(answer.statusCode, 401);
  });

  test('each of them opens the API', async () => {
    for (const key of ['first-key', 'second-key']) {
      const answer = await api.app.inject({ url: '/tasks', headers: { authorization: `Bearer ${key}` } });
      assert.equal(answer.statusCode, 200);
    }
  });

  test('what tells nothing about tasks is open', async () => {
    for (const url of [
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/problems/unauthorized',
      '/docs/',
      '/docs/static/swagger-ui.css',
    ]) {
      assert.equal((await api.app.inject(url)).statusCode, 200, url);
    }
  });
});
