import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseList } from 'structured-headers';
import { startTestApi, type TestApi } from './test-api.ts';

const LIMIT = 3;
const TRUSTED = '10.0.0.1';

/** The one item of a `RateLimit` or `RateLimit-Policy` header. */
function item(header: unknown): [string, Record<string, unknown>] {
  const [[name, parameters] = [], ...others] = parseList(String(header)) as [string, Map<string, unknown>][];
  assert.ok(typeof name === 'string' && parameters && others.length === 0);
  return [name, Object.fromEntries(parameters)];
}

describe('a limit to requests per minute', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ apiKeys: ['first', 'second'], rateLimitPerMinute: LIMIT, trustedProxies: [TRUSTED] });
  });
  after(() => api.close());

  const ask = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    api.app.inject({ url: '/task-types', headers, remoteAddress });
  const as = (key: string) => ({ authorization: `Bearer ${key}` });

  test('is counted for each key, and told by headers of the draft; past it, 429 says when to come back', async () => {
    for (let left = LIMIT - 1; left >= 0; left--) {
      const { statusCode, headers } = await ask(as('first'));
      assert.equal(statusCode, 200);
      assert.deepEqual(item(headers['ratelimit-policy']), ['per-minute', { q: LIMIT, w: 60 }]);
      const [name, { r, t }] = item(headers.ratelimit);
      assert.deepEqual([name, r], ['per-minute', left]);
      assert.ok(Number(t) > 0 && Number(t) <= 60);
    }
    const refused = await ask(as('first'));
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.json().code, 'RATE_LIMITED');
    assert.match(String(refused.headers['content-type']), /^application\/problem\+json/);
    const [, { r, t }] = item(refused.headers.ratelimit);
    assert.equal(r, 0);
    assert.ok(Number(refused.headers['retry-after']) >= Number(t));
    assert.equal((await ask(as('second'))).statusCode, 200);
  });

  test('is counted for each address where the key is wrong, so that trying keys is slow', async () => {
    const tries = async (headers: Record<string, string>, address: string) => (await ask(headers, address)).statusCode;
    for (let count = 0; count < LIMIT; count++) assert.equal(await tries(as(`guess-${count}`), '192.0.2.2'), 401);
    assert.equal(await tries(as('another-guess'), '192.0.2.2'), 429);
    assert.equal(await tries(as('another-guess'), '192.0.2.3'), 401);
  });

  test('takes the address that a trusted proxy tells, and no other proxy’s', async () => {
    const through = (proxy: string, client: string) => ask({ 'x-forwarded-for': client }, proxy);
    for (let count = 0; count < LIMIT; count++) {
      assert.equal((await through(TRUSTED, '198.51.100.1')).statusCode, 401);
      assert.equal((await through('192.0.2.4', `198.51.100.${count}`)).statusCode, 401);
    }
    assert.equal((await through(TRUSTED, '198.51.100.1')).statusCode, 429);
    assert.equal((await through(TRUSTED, '198.51.100.99')).statusCode, 401);
    assert.equal((await through('192.0.2.4', '198.51.100.99')).statusCode, 429);
  });

  test('counts a HEAD request once', async () => {
    const head = await api.app.inject({ method: 'HEAD', url: '/task-types', remoteAddress: '192.0.2.6' });
    assert.equal(head.statusCode, 401);
    assert.equal(item(head.headers.ratelimit)[1].r, LIMIT - 1);
  });

  test('leaves public routes alone', async () => {
    for (let count = 0; count <= LIMIT; count++) {
      const { statusCode, headers } = await api.app.inject({ url: '/healthz', remoteAddress: '192.0.2.5' });
      assert.equal(statusCode, 200);
      assert.equal(headers.ratelimit, undefined);
    }
  });
});

test('there is no limit, and no header of one, unless it is set', async () => {
  const api = await startTestApi();
  const { headers } = await api.app.inject('/task-types');
  assert.equal(headers.ratelimit, undefined);
  assert.equal(headers['ratelimit-policy'], undefined);
  await api.close();
});
