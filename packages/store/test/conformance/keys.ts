import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Fixture, inSeconds, UNKNOWN_ID } from '../fixture.ts';

const LIMIT = 100;

export function testKeys(use: () => Fixture): void {
  describe('API keys', () => {
    test('are listed in the order in which they were made, as they were made', async () => {
      const { store } = use();
      const expiresAt = inSeconds(60);
      const first = await store.createKey({ name: 'ci', scopes: ['submit', 'read'], hash: 'h1' }, LIMIT);
      const second = await store.createKey({ name: 'ci', scopes: ['admin'], hash: 'h2', expiresAt }, LIMIT);
      assert.ok(first && second);
      assert.deepEqual(first, {
        id: first.id,
        name: 'ci',
        scopes: ['submit', 'read'],
        hash: 'h1',
        createdAt: first.createdAt,
        expiresAt: null,
        lastUsedAt: null,
        isExpired: false,
      });
      assert.equal(second.expiresAt, expiresAt);
      assert.deepEqual(await store.listKeys(), [first, second]);
    });

    test('are not more than the limit', async () => {
      const { store } = use();
      assert.ok(await store.createKey({ name: 'a', scopes: ['read'], hash: 'h1' }, 1));
      assert.equal(await store.createKey({ name: 'b', scopes: ['read'], hash: 'h2' }, 1), null);
      assert.equal((await store.listKeys()).length, 1);
    });

    test('are expired once their time has come', async () => {
      const { store } = use();
      const key = await store.createKey({ name: 'a', scopes: ['read'], hash: 'h', expiresAt: inSeconds(-1) }, LIMIT);
      assert.equal(key?.isExpired, true);
    });

    test('that were used say when, and are not written again within a minute', async () => {
      const { store, sql } = use();
      const used = await store.createKey({ name: 'a', scopes: ['read'], hash: 'h1' }, LIMIT);
      const unused = await store.createKey({ name: 'b', scopes: ['read'], hash: 'h2' }, LIMIT);
      assert.ok(used && unused);
      const [first, other] = await store.listKeys([used.id]);
      assert.ok(first?.lastUsedAt);
      assert.equal(other?.lastUsedAt, null);
      assert.equal((await store.listKeys([used.id]))[0]?.lastUsedAt, first.lastUsedAt);
      await sql.query(`update api_keys set last_used_at = now() - interval '2 minutes'`);
      assert.ok(Date.parse((await store.listKeys([used.id]))[0]?.lastUsedAt ?? '') >= Date.parse(first.lastUsedAt));
    });

    test('are gone once deleted', async () => {
      const { store } = use();
      const key = await store.createKey({ name: 'a', scopes: ['read'], hash: 'h' }, LIMIT);
      assert.ok(key);
      assert.deepEqual(await store.deleteKey(key.id), key);
      assert.equal(await store.deleteKey(key.id), null);
      assert.equal(await store.deleteKey(UNKNOWN_ID), null);
      assert.deepEqual(await store.listKeys(), []);
    });
  });
}
