import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { API_SCOPES, type ApiScope } from '@offload/contract';
import { isAllowed, namedClient } from '../src/client.ts';
import { startTestApi, type TestApi } from './test-api.ts';

const OPERATOR = 'key-of-the-operator';
const UNKNOWN_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';

describe('API keys that were made here', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ apiKeys: [OPERATOR] });
  });
  after(() => api.close());

  const as = (key: string) => ({ authorization: `Bearer ${key}` });

  async function make(name: string, scopes: ApiScope[], more: object = {}): Promise<{ id: string; key: string }> {
    const payload = { name, scopes, ...more };
    const answer = await api.app.inject({ method: 'POST', url: '/keys', headers: as(OPERATOR), payload });
    assert.equal(answer.statusCode, 201);
    return answer.json();
  }

  async function submitAs(key: string): Promise<string> {
    const payload = { type: 'sleep', payload: { message: 'x' } };
    const answer = await api.app.inject({ method: 'POST', url: '/tasks', headers: as(key), payload });
    assert.equal(answer.statusCode, 202);
    return answer.json().id;
  }

  test('are shown once, to be kept by nobody else, and listed without the key', async () => {
    const payload = { name: 'ci', scopes: ['submit', 'read'], expiresAt: '2100-01-01T00:00:00Z' };
    const answer = await api.app.inject({ method: 'POST', url: '/keys', headers: as(OPERATOR), payload });
    assert.equal(answer.statusCode, 201);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { key, ...rest } = answer.json();
    assert.match(key, /^ofl_[\w-]{43}$/);
    const listed = await api.app.inject({ url: '/keys', headers: as(OPERATOR) });
    assert.deepEqual(listed.json().items, [rest]);
    assert.deepEqual(
      { ...rest, id: '', createdAt: '' },
      {
        id: '',
        name: 'ci',
        scopes: ['submit', 'read'],
        createdAt: '',
        expiresAt: '2100-01-01T00:00:00.000Z',
        lastUsedAt: null,
      },
    );
    const kept = JSON.stringify(await api.store.listKeys());
    assert.ok(!kept.includes(key.slice(4)));
  });

  test('work at once, say later that they were used, and end when they are revoked', async () => {
    const { id, key } = await make('short-lived', ['read', 'admin']);
    assert.equal((await api.app.inject({ url: '/tasks', headers: as(key) })).statusCode, 200);
    // A change makes the next request look at the store again, and tell it what was used.
    await make('another', ['read']);
    assert.equal((await api.app.inject({ url: '/tasks', headers: as(key) })).statusCode, 200);
    const listed = (await api.app.inject({ url: '/keys', headers: as(OPERATOR) })).json().items as {
      id: string;
      lastUsedAt: string;
    }[];
    assert.ok(listed.find((item) => item.id === id)?.lastUsedAt);

    const revoke = () => api.app.inject({ method: 'DELETE', url: `/keys/${id}`, headers: as(OPERATOR) });
    const revoked = await revoke();
    assert.equal(revoked.statusCode, 204);
    assert.equal(revoked.body, '');
    const refused = await api.app.inject({ url: '/tasks', headers: as(key) });
    assert.equal(refused.statusCode, 401);
    assert.equal(refused.headers['www-authenticate'], 'Bearer realm="offload", error="invalid_token"');
    assert.equal((await revoke()).json().code, 'KEY_NOT_FOUND');
  });

  test('are refused once they have expired', async () => {
    const { key, id } = await make('expiring', ['read'], { expiresAt: '2100-01-01T00:00:00Z' });
    const { hash } = (await api.store.listKeys()).find((record) => record.id === id) ?? { hash: '' };
    await api.store.deleteKey(id);
    await api.store.createKey({ name: 'expiring', scopes: ['read'], hash, expiresAt: '2020-01-01T00:00:00Z' }, 1000);
    assert.equal((await api.app.inject({ url: '/tasks', headers: as(key) })).statusCode, 401);
  });

  test('without a key, the challenge says nothing of one', async () => {
    const answer = await api.app.inject('/tasks');
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="offload"');
  });

  const mistakes: Record<string, { body: object; pointer: string }> = {
    'without a name': { body: { scopes: ['read'] }, pointer: '/name' },
    'with a name that is no word': { body: { name: 'c i', scopes: ['read'] }, pointer: '/name' },
    'without scopes': { body: { name: 'ci', scopes: [] }, pointer: '/scopes' },
    'with a scope that there is not': { body: { name: 'ci', scopes: ['all'] }, pointer: '/scopes/0' },
    'with an expiry in the past': {
      body: { name: 'ci', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' },
      pointer: '/expiresAt',
    },
    'with an unknown field': { body: { name: 'ci', scopes: ['read'], key: 'mine' }, pointer: '/key' },
  };
  for (const [name, { body, pointer }] of Object.entries(mistakes)) {
    test(`${name} are not made`, async () => {
      const answer = await api.app.inject({ method: 'POST', url: '/keys', headers: as(OPERATOR), payload: body });
      assert.equal(answer.statusCode, 400);
      assert.ok(
        answer.json().errors.some((error: { pointer: string }) => error.pointer === pointer),
        answer.body,
      );
    });
  }

  const requests: Record<ApiScope, { method?: 'POST' | 'DELETE'; url: string }[]> = {
    submit: [
      { method: 'POST', url: '/tasks' },
      { method: 'POST', url: `/tasks/${UNKNOWN_ID}/retry` },
    ],
    read: [{ url: '/tasks' }, { url: `/tasks/${UNKNOWN_ID}` }, { url: '/task-types' }, { url: '/queues' }],
    cancel: [{ method: 'POST', url: `/tasks/${UNKNOWN_ID}/cancel` }],
    admin: [
      { url: '/workers' },
      { url: '/dead-letters' },
      { method: 'POST', url: '/dead-letters/redrive' },
      { url: '/keys' },
      { method: 'POST', url: '/keys' },
      { method: 'DELETE', url: `/keys/${UNKNOWN_ID}` },
    ],
  };

  test('open what their scopes say, and nothing else', async () => {
    for (const scope of API_SCOPES) {
      const { key } = await make(`only-${scope}`, [scope]);
      for (const [needed, ofScope] of Object.entries(requests) as [ApiScope, { url: string }[]][]) {
        for (const request of ofScope) {
          const answer = await api.app.inject({ ...request, headers: as(key) });
          const what = `${scope} key, ${JSON.stringify(request)}`;
          if (isAllowed(namedClient('any', [scope], UNKNOWN_ID), needed)) assert.notEqual(answer.statusCode, 403, what);
          else {
            assert.equal(answer.statusCode, 403, what);
            assert.equal(answer.json().code, 'FORBIDDEN');
            assert.match(answer.json().detail, new RegExp(`'${needed}'`));
            assert.equal(
              answer.headers['www-authenticate'],
              `Bearer realm="offload", error="insufficient_scope", scope="${needed}"`,
            );
          }
        }
      }
    }
  });

  test('every route says what it needs, or that it is public', async () => {
    const document = (await api.app.inject('/openapi.json')).json();
    const operations = Object.values(
      document.paths as Record<string, Record<string, { operationId: string; security?: { apiKey?: string[] }[] }>>,
    );
    for (const { operationId, security } of operations.flatMap((ofPath) => Object.values(ofPath))) {
      const [scope] = security?.[0]?.apiKey ?? [];
      const isPublic = security?.length === 0;
      assert.ok(
        isPublic || API_SCOPES.some((known) => known === scope),
        `${operationId} needs config.scope or config.public`,
      );
    }
  });

  test('show their own tasks alone; others are as good as none, whatever is done with them', async () => {
    const all: ApiScope[] = ['submit', 'read', 'cancel'];
    const [mine, other] = [await make('mine', all), await make('other', all)];
    const id = await submitAs(mine.key);
    const own = await submitAs(other.key);
    const absent = UNKNOWN_ID;
    const actions = [{ url: '' }, { method: 'POST', url: '/cancel' }, { method: 'POST', url: '/retry' }] as const;
    for (const { url, ...rest } of actions) {
      const ask = (task: string) => api.app.inject({ ...rest, url: `/tasks/${task}${url}`, headers: as(other.key) });
      const [others, none] = [await ask(id), await ask(absent)];
      assert.equal(others.statusCode, 404);
      const { requestId: _one, ...ofOthers } = others.json();
      const { requestId: _two, ...ofNone } = none.json();
      assert.deepEqual(ofOthers, JSON.parse(JSON.stringify(ofNone).replaceAll(absent, id)));
    }
    const list = async (key: string) => {
      const { items } = (await api.app.inject({ url: '/tasks', headers: as(key) })).json();
      return items.map((task: { id: string }) => task.id) as string[];
    };
    assert.deepEqual(await list(mine.key), [id]);
    assert.deepEqual(await list(other.key), [own]);
    for (const key of [OPERATOR, (await make('boss', ['admin'])).key]) {
      assert.deepEqual((await list(key)).slice(0, 2), [own, id]);
      assert.equal((await api.app.inject({ url: `/tasks/${id}`, headers: as(key) })).statusCode, 200);
    }
  });

  test('of one name are one client, so that a key can be replaced: its tasks and its idempotency keys', async () => {
    const [old, fresh, other] = [
      await make('rotated', ['submit', 'read']),
      await make('rotated', ['submit', 'read']),
      await make('stranger', ['submit']),
    ];
    const submit = (key: string) =>
      api.app.inject({
        method: 'POST',
        url: '/tasks',
        headers: { ...as(key), 'idempotency-key': '"order-1"' },
        payload: { type: 'sleep', payload: { message: 'x' } },
      });
    const first = (await submit(old.key)).json().id;
    await api.app.inject({ method: 'DELETE', url: `/keys/${old.id}`, headers: as(OPERATOR) });
    const replayed = await submit(fresh.key);
    assert.equal(replayed.json().id, first);
    assert.equal(replayed.headers['idempotent-replayed'], 'true');
    assert.equal((await api.app.inject({ url: `/tasks/${first}`, headers: as(fresh.key) })).statusCode, 200);
    assert.notEqual((await submit(other.key)).json().id, first);
  });
});

describe('without keys of the operator', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  test('everybody may do everything, whatever else they send, but a key that was made here is held to its scopes', async () => {
    const payload = { name: 'ci', scopes: ['read'] };
    const { key } = (await api.app.inject({ method: 'POST', url: '/keys', payload })).json();
    for (const headers of [{}, { authorization: 'Basic dTpw' }, { authorization: 'Bearer of-somebody-else' }]) {
      assert.equal((await api.app.inject({ url: '/workers', headers })).statusCode, 200);
    }
    assert.equal(
      (await api.app.inject({ url: '/tasks', headers: { authorization: `Bearer ${key}` } })).statusCode,
      200,
    );
    assert.equal(
      (await api.app.inject({ url: '/workers', headers: { authorization: `Bearer ${key}` } })).statusCode,
      403,
    );
    const wrong = `Bearer ofl_${'x'.repeat(43)}`;
    assert.equal((await api.app.inject({ url: '/tasks', headers: { authorization: wrong } })).statusCode, 401);
  });
});
