import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_STATES } from '@offload/contract';
import { attempt, type Fixture, inSeconds, newTask, OUTCOMES, read, taskIn } from '../fixture.ts';

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
        const { items } = await fixture.store.list({ limit: 10, states: [state] });
        assert.deepEqual(
          items.map(({ id }) => id),
          [task.id],
        );
      }
    });

    test('filters by several states at once, newest first over all of them, page by page', async () => {
      const fixture = use();
      const { store } = fixture;
      const made: string[] = [];
      for (const state of ['failed', 'queued', 'expired', 'failed', 'succeeded', 'expired'] as const) {
        const { id } = await taskIn(fixture, state);
        if (state === 'failed' || state === 'expired') made.unshift(id);
      }
      const seen: string[] = [];
      for (let before: string | undefined, hasMore = true; hasMore; before = seen.at(-1)) {
        const page = await store.list({
          limit: 3,
          states: ['failed', 'expired'],
          ...(before === undefined ? {} : { before }),
        });
        seen.push(...page.items.map(({ id }) => id));
        hasMore = page.hasMore;
      }
      assert.deepEqual(seen, made);
    });

    test('filters by queue and by tag', async () => {
      const { store } = use();
      const tagged = await store.insert(newTask({ tags: ['a', 'b'] }));
      const other = await store.insert(newTask({ tags: ['b'], queue: 'task_queue.other' }));
      await store.insert(newTask());
      const idsOf = async (query: object) => (await store.list({ limit: 10, ...query })).items.map(({ id }) => id);
      assert.deepEqual(await idsOf({ tag: 'a' }), [tagged.id]);
      assert.deepEqual(await idsOf({ tag: 'b' }), [other.id, tagged.id]);
      assert.deepEqual(await idsOf({ tag: 'c' }), []);
      assert.deepEqual(await idsOf({ tag: 'b', queue: 'task_queue.other', states: ['queued', 'running'] }), [other.id]);
    });

    test('filters by when tasks were accepted and have finished, from a time on and before another', async () => {
      const fixture = use();
      const { store } = fixture;
      const [first, second, third] = [
        await taskIn(fixture, 'succeeded'),
        await taskIn(fixture, 'queued'),
        await taskIn(fixture, 'failed'),
      ];
      const hours: [id: string, created: number, finished: number | null][] = [
        [first.id, 50, 3],
        [second.id, 26, null],
        [third.id, 2, 1],
      ];
      for (const [id, created, finished] of hours) {
        await fixture.sql.query(
          `update tasks set created_at = now() - $2 * interval '1 hour',
             finished_at = case when finished_at is not null then now() - $3 * interval '1 hour' end where id = $1`,
          [id, created, finished],
        );
      }
      const ago = (count: number) => inSeconds(-3600 * count);
      const idsOf = async (query: object) => (await store.list({ limit: 10, ...query })).items.map(({ id }) => id);
      assert.deepEqual(await idsOf({ finishedFrom: ago(2) }), [third.id]);
      assert.deepEqual(await idsOf({ finishedFrom: ago(4) }), [third.id, first.id]);
      assert.deepEqual(await idsOf({ finishedBefore: ago(-1), finishedFrom: ago(3.5), states: ['succeeded'] }), [
        first.id,
      ]);
      await fixture.sql.query(`update tasks set created_at = now()`);
      assert.deepEqual(await idsOf({ createdFrom: ago(0.5), createdBefore: ago(-0.5) }), [
        third.id,
        second.id,
        first.id,
      ]);
      assert.deepEqual(await idsOf({ createdFrom: ago(-0.1) }), []);
      assert.deepEqual(await idsOf({ createdBefore: ago(0.1) }), []);
      const all = { createdFrom: '1970-01-01T00:00:00.000Z', createdBefore: '9999-12-31T23:59:59.999Z' };
      assert.equal((await idsOf(all)).length, 3);
      assert.equal((await idsOf({ ...all, states: ['queued', 'failed'], before: third.id })).length, 1);
    });

    test('counts tasks by state, up to a limit', async () => {
      const fixture = use();
      for (const state of TASK_STATES) await taskIn(fixture, state);
      await fixture.store.insert(newTask({ client: 'shop' }));
      await fixture.store.insert(newTask({ client: 'shop' }));
      const ones = Object.fromEntries(TASK_STATES.map((state) => [state, 1]));
      const none = Object.fromEntries(TASK_STATES.map((state) => [state, 0]));
      assert.deepEqual(await fixture.store.countByState(100), { ...ones, queued: 3 });
      assert.deepEqual(await fixture.store.countByState(2), { ...ones, queued: 2 });
      assert.deepEqual(await fixture.store.countByState(100, 'shop'), { ...none, queued: 2 });
      assert.deepEqual(await fixture.store.countByState(1, 'shop'), { ...none, queued: 1 });
      assert.deepEqual(await fixture.store.countByState(100, 'nobody'), none);
    });

    test('filters by type, and by type, state and position together', async () => {
      const { store } = use();
      const [first, second, third] = await Promise.all(['a', 'b', 'a'].map((type) => store.insert(newTask({ type }))));
      assert.ok(first && second && third);
      const idsOf = async (query: object) => (await store.list({ limit: 10, ...query })).items.map(({ id }) => id);
      assert.deepEqual(await idsOf({ type: 'a' }), [third.id, first.id]);
      assert.deepEqual(await idsOf({ type: 'c' }), []);
      assert.deepEqual(await idsOf({ type: 'a', states: ['queued'], before: third.id }), [first.id]);
      await store.cancel(first.id);
      assert.deepEqual(await idsOf({ type: 'a', states: ['queued'] }), [third.id]);
    });
  });
}
