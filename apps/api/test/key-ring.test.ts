import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import type { KeyRecord } from '@offload/store';
import { digestOf, newApiKey } from '../src/api-key.ts';
import { KeyRing, TRUSTED_MS, UNKNOWN_MS } from '../src/key-ring.ts';

describe('the key ring', () => {
  let now: number;
  let keys: KeyRecord[];
  let looks: string[][];
  let ring: KeyRing;

  beforeEach((t) => {
    now = 1_000_000;
    keys = [];
    looks = [];
    const clock = mock.method(performance, 'now', () => now);
    if ('after' in t) t.after(() => clock.mock.restore());
    const store = {
      createKey: () => Promise.reject(new Error('not used')),
      deleteKey: () => Promise.reject(new Error('not used')),
      listKeys: async (usedIds: readonly string[] = []) => {
        looks.push([...usedIds]);
        return keys;
      },
    };
    ring = new KeyRing({ store, apiKeys: ['of-the-operator'] });
  });

  function add(name: string): string {
    const key = newApiKey();
    const record = { id: name, name, scopes: ['read' as const], hash: digestOf(key).toString('hex') };
    keys = [...keys, { ...record, createdAt: '', expiresAt: null, lastUsedAt: null, isExpired: false }];
    return key;
  }

  test('asks the store once for any number of requests, and tells it then which keys were used', async () => {
    const key = add('ci');
    const found = await Promise.all(Array.from({ length: 100 }, () => ring.clientOf(key)));
    assert.ok(found.every((client) => client?.id === 'key:ci'));
    assert.deepEqual(looks, [[]]);
    now += TRUSTED_MS + 1;
    await ring.clientOf(key);
    assert.deepEqual(looks, [[], ['ci']]);
  });

  test('lets go of a revoked key in time', async () => {
    const key = add('ci');
    await ring.clientOf(key);
    keys = [];
    now += TRUSTED_MS;
    assert.ok(await ring.clientOf(key));
    now += 1;
    assert.equal(await ring.clientOf(key), undefined);
  });

  test('knows a change of its own process at once', async () => {
    const key = add('ci');
    await ring.clientOf(key);
    keys = [];
    ring.changed();
    now += 1;
    assert.equal(await ring.clientOf(key), undefined);
  });

  test('asks for unknown keys once a second, however many come, and finds a new one then', async () => {
    await Promise.all(Array.from({ length: 100 }, () => ring.clientOf(newApiKey())));
    assert.equal(looks.length, 1);
    const key = add('new');
    assert.equal(await ring.clientOf(key), undefined);
    now += UNKNOWN_MS + 1;
    assert.equal((await ring.clientOf(key))?.id, 'key:new');
    assert.equal(looks.length, 2);
  });

  test('asks nobody for the keys of the operator, nor for what cannot be a key', async () => {
    assert.equal((await ring.clientOf('of-the-operator'))?.id, 'operator:1');
    for (const text of ['', 'of-the-operatoR', 'ofl_', `${newApiKey()}x`])
      assert.equal(await ring.clientOf(text), undefined);
    assert.deepEqual(looks, []);
  });
});
