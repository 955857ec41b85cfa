import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSqlStore } from '../../src/sql-store.ts';
import { type Fixture, newTask, read, taskIn, UNKNOWN_ID } from '../fixture.ts';

export function testLooking(use: () => Fixture): void {
  describe('getTogether', () => {
    test('gives each caller the task that it asked for, or null', async () => {
      const fixture = use();
      const { store } = fixture;
      const finished = await taskIn(fixture, 'succeeded');
      const queued = await taskIn(fixture, 'queued');
      const ids = [queued.id, UNKNOWN_ID, finished.id.toUpperCase(), 'no id', queued.id];
      const found = await Promise.all(ids.map((id) => store.getTogether(id)));
      assert.deepEqual(found, [await read(store, queued.id), null, await read(store, finished.id), null, queued]);
      assert.notEqual(found[0], found[4]);
      assert.deepEqual(await Promise.all([store.getTogether('no id')]), [null]);
    });

    test('getSummaries leaves out what may be large, and those that do not exist, and says whose they are', async () => {
      const fixture = use();
      const { store } = fixture;
      const finished = await taskIn(fixture, 'succeeded');
      assert.deepEqual(await store.getSummaries([UNKNOWN_ID, finished.id]), [
        { task: { ...finished, payload: null, result: null }, client: null },
      ]);
      assert.deepEqual(await store.getSummaries([]), []);
      const { id } = await store.insert(newTask({ client: 'shop' }));
      assert.equal((await store.getSummaries([id]))[0]?.client, 'shop');
    });

    test('reads for two thousand callers with eight statements', async () => {
      const { store, sql } = use();
      const { id } = await store.insert(newTask());
      let statements = 0;
      const counting = createSqlStore({
        ...sql,
        query: (statement, params) => {
          statements++;
          return sql.query(statement, params);
        },
      });
      const found = await Promise.all(Array.from({ length: 2000 }, () => counting.getTogether(id)));
      assert.equal(found.filter((task) => task?.id === id).length, 2000);
      assert.equal(statements, 8);
    });
  });
}
