import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SqlExecutor, SqlValue } from '../../src/executor.ts';
import { createSqlStore } from '../../src/sql-store.ts';
import { type Fixture, newTask, read, start } from '../fixture.ts';

export function testIdempotency(use: () => Fixture): void {
  describe('insert once', () => {
    const key = { scope: 'anonymous', key: 'order-17', fingerprint: 'a' };

    async function tasks(): Promise<number> {
      return (await use().store.list({ limit: 100 })).items.length;
    }

    async function age(hours: number): Promise<void> {
      await use().sql.query(`update idempotency_keys set created_at = created_at - $1 * interval '1 hour'`, [hours]);
    }

    test('the first call stores the task, equal ones afterwards are told what it was told', async () => {
      const { store } = use();
      const first = await store.insertOnce(newTask(), key);
      assert.equal(first.kind, 'inserted');
      const { task } = first as Extract<typeof first, { kind: 'inserted' }>;
      assert.deepEqual(await read(store, task.id), task);
      await start(store, task.id);
      assert.deepEqual(await store.insertOnce(newTask(), key), { kind: 'replayed', task });
      assert.equal(await tasks(), 1);
    });

    test('so it is for a task for later, also when its time has come', async () => {
      const { store } = use();
      const later = newTask({ runAt: new Date(Date.now() + 60_000).toISOString() });
      const first = await store.insertOnce(later, key);
      assert.equal(first.kind === 'inserted' && first.task.state, 'scheduled');
      await use().sql.query('update tasks set run_at = now()');
      await store.dispatchDue(1, async (due) => due.map(({ id }) => id));
      assert.deepEqual(await store.insertOnce(later, key), { ...first, kind: 'replayed' });
    });

    test('of many at the same time one stores the task', async () => {
      const { store } = use();
      const answers = await Promise.all(Array.from({ length: 50 }, () => store.insertOnce(newTask(), key)));
      const kinds = answers.map(({ kind }) => kind).sort();
      assert.deepEqual(kinds, ['inserted', ...Array(49).fill('replayed')]);
      assert.equal(new Set(answers.map((answer) => 'task' in answer && answer.task.id)).size, 1);
      assert.equal(await tasks(), 1);
    });

    test('of many in one statement the first one with a key is stored, and each other is told what it would be later', async () => {
      const batches: [statement: string, size: number][] = [];
      // Of the fixture's database, which stays open.
      const store = createSqlStore(use().sql, (...batch) => batches.push(batch));
      const known = await store.insertOnce(newTask(), { ...key, key: 'known' });
      batches.length = 0;
      const other = { ...key, fingerprint: 'b' };
      const keys = [key, other, { ...key, key: 'known' }, key, { ...key, scope: 'other' }, other, key];
      const answers = await Promise.all(keys.map((each) => store.insertOnce(newTask({ tags: [each.scope] }), each)));
      assert.deepEqual(batches, [['insert_once', keys.length]]);
      const [first, , , , ofOther] = answers;
      assert.equal(first?.kind, 'inserted');
      assert.equal(ofOther?.kind, 'inserted');
      const replayed = { ...first, kind: 'replayed' };
      const conflict = { kind: 'conflict' };
      const knownTask = 'task' in known && { ...known.task, tags: ['anonymous'] };
      assert.deepEqual(answers, [
        first,
        conflict,
        { kind: 'replayed', task: knownTask },
        replayed,
        ofOther,
        conflict,
        replayed,
      ]);
      assert.equal(await tasks(), 3);
    });

    test('of equal keys, one whose task the database refuses fails alone, and the next one is stored', async () => {
      const { store } = use();
      const [refused, ...others] = await Promise.allSettled(
        [2 ** 40, 1000, 1000].map((timeoutMs) => store.insertOnce(newTask({ timeoutMs }), key)),
      );
      assert.equal(refused?.status, 'rejected');
      assert.deepEqual(
        others.map((other) => other.status === 'fulfilled' && other.value.kind),
        ['inserted', 'replayed'],
      );
    });

    test('a key that was used for something else is refused, and nothing stored', async () => {
      const { store } = use();
      await store.insertOnce(newTask(), key);
      const other = { ...key, fingerprint: 'b' };
      assert.deepEqual(await store.insertOnce(newTask({ type: 'other' }), other), { kind: 'conflict' });
      assert.deepEqual(await store.recall(newTask(), other), { kind: 'conflict' });
      assert.equal(await tasks(), 1);
    });

    test('other keys, and the same key of another client, are for tasks of their own', async () => {
      const { store } = use();
      const keys = [key, { ...key, key: 'order-18' }, { ...key, scope: 'other' }];
      const answers = await Promise.all(keys.map((each) => store.insertOnce(newTask(), each)));
      assert.deepEqual(
        answers.map(({ kind }) => kind),
        ['inserted', 'inserted', 'inserted'],
      );
      assert.equal(await tasks(), 3);
    });

    test('a task that the database refuses leaves its key unused', async () => {
      const { store } = use();
      await assert.rejects(store.insertOnce(newTask({ timeoutMs: 2 ** 40 }), key));
      assert.equal((await store.insertOnce(newTask(), key)).kind, 'inserted');
    });

    test('a key is recalled without storing anything', async () => {
      const { store } = use();
      assert.equal(await store.recall(newTask(), key), null);
      const first = await store.insertOnce(newTask(), key);
      assert.deepEqual(await store.recall(newTask(), key), { ...first, kind: 'replayed' });
      assert.equal(await tasks(), 1);
    });

    test('many keys are recalled by one statement, after what was to be stored before', async () => {
      const { sql } = use();
      const statements: unknown[] = [];
      const counting: SqlExecutor = Object.create(sql, {
        query: {
          value: (statement: string, params: SqlValue[]) => {
            statements.push(statement);
            return sql.query(statement, params);
          },
        },
      });
      const store = createSqlStore(counting);
      const [first, ...others] = await Promise.all([
        store.insertOnce(newTask(), key),
        store.recall(newTask(), key),
        store.recall(newTask(), { ...key, fingerprint: 'b' }),
        store.recall(newTask(), { ...key, key: 'unknown' }),
        store.recall(newTask(), { ...key, scope: 'other' }),
        store.recall(newTask(), key),
      ]);
      const replayed = { ...first, kind: 'replayed' };
      assert.deepEqual(others, [replayed, { kind: 'conflict' }, null, null, replayed]);
      assert.equal(statements.length, 2);
    });

    test('a key outlives its task', async () => {
      const { store, sql } = use();
      const first = await store.insertOnce(newTask(), key);
      await sql.query('delete from tasks');
      assert.deepEqual(await store.insertOnce(newTask(), key), { ...first, kind: 'replayed' });
      assert.equal(await tasks(), 0);
    });

    test('after a day a key is new, be it forgotten or not', async () => {
      const { store } = use();
      await store.insertOnce(newTask(), key);
      await store.insertOnce(newTask(), { ...key, key: 'order-18' });
      assert.equal(await store.forgetIdempotencyKeys(10), 0);
      await age(23.9);
      assert.equal((await store.insertOnce(newTask(), key)).kind, 'replayed');
      await age(0.2);
      assert.equal(await store.recall(newTask(), key), null);
      assert.equal((await store.insertOnce(newTask(), { ...key, fingerprint: 'b' })).kind, 'inserted');
      assert.equal(await store.forgetIdempotencyKeys(10), 1);
      assert.equal((await store.insertOnce(newTask(), { ...key, fingerprint: 'b' })).kind, 'replayed');
      assert.equal(await tasks(), 3);
    });

    test('the oldest keys are forgotten first', async () => {
      const { store } = use();
      for (const name of ['a', 'b', 'c']) {
        await store.insertOnce(newTask(), { ...key, key: name });
        await age(25);
      }
      assert.equal(await store.forgetIdempotencyKeys(2), 2);
      const left = await use().sql.query<{ key: string }>('select key from idempotency_keys');
      assert.deepEqual(left, [{ key: 'c' }]);
    });
  });
}
