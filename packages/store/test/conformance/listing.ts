import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_STATES } from '@offload/contract';
import { attempt, type Fixture, newTask, OUTCOMES, read, taskIn } from '../fixture.ts';

export function testListing(use: () => Fixture): void {
  describe('list', () => {
    test('is empty when there are no tasks', async () => {
      assert.deepEqual(await use().store.list({ limit: 10 }), { items: [], hasMore: false });
    });

    test('walks from the newest to the oldest, each task once, also while new ones arrive', async () => {
      const { store } = use();
      const ids: string[] = [];
      for (let count = 0; count < 7; count++) ids.unshift((await store.insert(newTask())).id);
      const seen: string[] = [];
      let before: string | undefined;
      for (;;) {
        const page = await store.list({ limit: 3, ...(before === undefined ? {} : { before }) });
        seen.push(...page.items.map(({ id }) => id));
        before = page.items.at(-1)?.id;
        if (!page.hasMore) break;
        await store.insert(newTask());
      }
      assert.deepEqual(seen, ids);
    });

    test('knows that a page that is exactly full is the last one', async () => {
      const { store } = use();
      for (let count = 0; count < 3; count++) await store.insert(newTask());
      assert.equal((await store.list({ limit: 3 })).hasMore, false);
      assert.equal((await store.list({ limit: 2 })).hasMore, true);
    });

    test('shows a task as get does, but for payload and result', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      await attempt(store, id, OUTCOMES.succeeded);
      const task = await read(store, id);
      assert.deepEqual(task.result, { sleptSeconds: 3 });
      assert.deepEqual((await store.list({ limit: 1 })).items, [{ ...task, payload: null, result: null }]);
    });

    test('filters by every state', async () => {
      const fixture = use();
      for (const state of TASK_STATES) {
        const task = await taskIn(fixture, state);
        const { items } = await fixture.store.list({ limit: 10, state });
        assert.deepEqual(
          items.map(({ id }) => id),
          [task.id],
        );
      }
    });

    test('filters by type, and by type, state and position together', async () => {
      const { store } = use();
      const [first, second, third] = await Promise.all(['a', 'b', 'a'].map((type) => store.insert(newTask({ type }))));
      assert.ok(first && second && third);
      const idsOf = async (query: object) => (await store.list({ limit: 10, ...query })).items.map(({ id }) => id);
      assert.deepEqual(await idsOf({ type: 'a' }), [third.id, first.id]);
      assert.deepEqual(await idsOf({ type: 'c' }), []);
      assert.deepEqual(await idsOf({ type: 'a', state: 'queued', before: third.id }), [first.id]);
      await store.cancel(first.id);
      assert.deepEqual(await idsOf({ type: 'a', state: 'queued' }), [third.id]);
    });
  });
}
