import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attempt, type Fixture, newTask, OUTCOMES, read } from '../fixture.ts';

export function testClients(use: () => Fixture): void {
  describe('tasks of a client', () => {
    async function submitAs(client: string | null): Promise<string> {
      return (await use().store.insert(newTask({ client }))).id;
    }

    test('are read by it, and by whoever asks for no client, and by nobody else', async () => {
      const { store } = use();
      const [mine, another, nobodys] = [await submitAs('a'), await submitAs('b'), await submitAs(null)];
      assert.equal((await store.get(mine, 'a'))?.id, mine);
      assert.equal((await store.get(mine))?.id, mine);
      for (const id of [another, nobodys]) assert.equal(await store.get(id, 'a'), null);
    });

    test('are cancelled and restarted by it, and are unknown to others, whatever state they are in', async () => {
      const { store } = use();
      const id = await submitAs('a');
      assert.deepEqual(await store.cancel(id, 'b'), { kind: 'unknown' });
      assert.deepEqual(await store.restart(id, 'b'), { kind: 'unknown' });
      assert.equal((await read(store, id)).state, 'queued');
      assert.equal((await store.cancel(id, 'a')).kind, 'cancelled');
      assert.deepEqual(await store.cancel(id, 'b'), { kind: 'unknown' });
      assert.deepEqual(await store.restart(id, 'b'), { kind: 'unknown' });
      assert.equal((await store.restart(id, 'a')).kind, 'restarted');
    });

    test('stay its own through an attempt and a new start', async () => {
      const { store } = use();
      const id = await submitAs('a');
      await attempt(store, id, OUTCOMES.failed);
      await store.restart(id);
      assert.equal((await store.get(id, 'a'))?.state, 'scheduled');
    });

    test('are listed for it alone, newest first, page by page, with other filters', async () => {
      const { store } = use();
      const mine: string[] = [];
      for (let count = 0; count < 5; count++) {
        mine.unshift(await submitAs('a'));
        await submitAs('b');
        await submitAs(null);
      }
      await store.cancel(mine[1] as string);
      const listed = async (query: object) => {
        const { items, hasMore } = await store.list({ limit: 3, client: 'a', ...query });
        return { ids: items.map(({ id }) => id), hasMore };
      };
      assert.deepEqual(await listed({}), { ids: mine.slice(0, 3), hasMore: true });
      assert.deepEqual(await listed({ before: mine[2] }), { ids: mine.slice(3), hasMore: false });
      assert.deepEqual(await listed({ states: ['cancelled'], type: 'sleep' }), { ids: [mine[1]], hasMore: false });
      assert.deepEqual(await listed({ client: 'c' }), { ids: [], hasMore: false });
    });

    test('are its own when they are submitted under a key for repetition, too', async () => {
      const { store } = use();
      const key = { scope: 'key:a', key: 'k', fingerprint: 'f' };
      const insertion = await store.insertOnce(newTask({ client: 'a' }), key);
      assert.equal(insertion.kind, 'inserted');
      const id = insertion.kind === 'inserted' ? insertion.task.id : '';
      assert.equal((await store.get(id, 'a'))?.id, id);
      assert.equal(await store.get(id, 'b'), null);
    });
  });
}
