import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createDatabase, eventually } from '@offload/test-services';
import { claimTasks } from '../src/claim-tasks.ts';
import { openPostgres } from '../src/executors/postgres.ts';
import { type Claim, openPostgresStore, type Store, StoreUnavailableError } from '../src/index.ts';
import { testConformance } from './conformance.ts';
import { dispatchAll, newTask, OUTCOMES, read, untimed, WORKER } from './fixture.ts';

const open = (url: string) =>
  openPostgres({ url, deadlineMs: 5000, maxConnections: 5, onConnectionLost: () => undefined });

testConformance('store on Postgres', async () => {
  const database = await createDatabase();
  return { executor: open(database.url), remove: () => database.drop() };
});

describe('several stores on one Postgres', () => {
  /** The stores are closed, and the database dropped, after the test. */
  async function openTwo(t: TestContext): Promise<[Store, Store]> {
    const database = await createDatabase();
    const openOne = () => openPostgresStore({ url: database.url, deadlineMs: 10_000 });
    const stores: [Store, Store] = [openOne(), openOne()];
    t.after(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await database.drop();
    });
    await stores[0].migrate();
    return stores;
  }

  test('migrate at the same time: each migration is applied once', async (t) => {
    const empty = await createDatabase();
    t.after(() => empty.drop());
    const stores = Array.from({ length: 4 }, () => openPostgresStore({ url: empty.url }));
    await Promise.all(stores.map((store) => store.migrate()));
    await Promise.all(stores.map((store) => store.insert(newTask())));
    await Promise.all(stores.map((store) => store.close()));
  });

  test('keep to the schema of their connections', async (t) => {
    const database = await createDatabase();
    t.after(() => database.drop());
    const sql = open(database.url);
    await sql.query('create schema elsewhere');
    const url = `${database.url}?options=${encodeURIComponent('-c search_path=elsewhere')}`;
    const store = openPostgresStore({ url });
    await store.migrate();
    await store.insert(newTask());
    await store.close();
    const [row] = await sql.query<{ count: number }>('select count(*)::int as count from elsewhere.tasks');
    assert.equal(row?.count, 1);
    await sql.close();
  });

  test('insert once under the same keys at the same time: one task per key, the same for all, and no deadlock', async (t) => {
    const stores = await openTwo(t);
    const keys = Array.from({ length: 40 }, (_, number) => ({ scope: 's', key: `key-${number}`, fingerprint: 'a' }));
    // Each store takes them in another order, so that their batches overlap.
    const answers = await Promise.all(
      stores.flatMap((store, index) =>
        (index === 0 ? keys : [...keys].reverse()).map(async (key) => {
          const answer = await store.insertOnce(newTask(), key);
          return { key: key.key, kind: answer.kind, id: 'task' in answer && answer.task.id };
        }),
      ),
    );
    assert.equal(answers.filter(({ kind }) => kind === 'inserted').length, 40);
    assert.equal(answers.filter(({ kind }) => kind === 'replayed').length, 40);
    assert.equal(new Set(answers.map(({ key, id }) => `${key} ${id}`)).size, 40);
    const { items } = await stores[0].list({ limit: 100 });
    assert.deepEqual(items.map(({ id }) => id).sort(), [...new Set(answers.map(({ id }) => id))].sort());
  });

  test('claim 50 tasks 200 times: each task starts once, and nobody waits for a deadlock', async (t) => {
    const stores = await openTwo(t);
    const tasks = await Promise.all(Array.from({ length: 50 }, () => stores[0].insert(newTask())));
    const requests = Array.from({ length: 200 }, (_, number) => tasks[(number * 17) % 50]?.id ?? '');
    const claims = await Promise.all(
      requests.map((taskId, number) =>
        stores[number % 2 === 0 ? 0 : 1].claim({ taskId, worker: `w-${number}`, redelivered: false }),
      ),
    );
    const started = requests.filter((_, number) => claims[number]?.kind === 'claimed');
    assert.equal(started.length, 50);
    assert.equal(new Set(started).size, 50);
    for (const { id } of tasks) assert.equal((await read(stores[0], id)).attempts.length, 1);
  });

  test('a redelivered claim that has to wait for the claim before it takes the task over', async (t) => {
    const database = await createDatabase();
    t.after(() => database.drop());
    const sql = open(database.url);
    const store = openPostgresStore({ url: database.url, deadlineMs: 10_000 });
    await store.migrate();
    const { id } = await store.insert(newTask());
    let waiting: Promise<Claim> | undefined;
    await sql.transaction(async (session) => {
      await claimTasks(session, [{ taskId: id, worker: 'first', redelivered: false }]);
      waiting = store.claim({ taskId: id, worker: 'second', redelivered: true });
      await eventually(async () => {
        const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        assert.equal((await sql.query(waits)).length, 1);
      });
    });
    assert.deepEqual(untimed(await waiting), { kind: 'claimed', attempt: 2, maxAttempts: 3, failures: 1 });
    assert.deepEqual(
      (await read(store, id)).attempts.map(({ worker, outcome }) => [worker, outcome]),
      [
        ['first', 'worker_lost'],
        ['second', null],
      ],
    );
    await Promise.all([store.close(), sql.close()]);
  });

  test('claim, settle, dispatch, cancel and make due across each other without a deadlock', async (t) => {
    const stores = await openTwo(t);
    const ids = (
      await Promise.all(Array.from({ length: 60 }, () => stores[0].insert(newTask({ maxAttempts: 1000 }))))
    ).map(({ id }) => id);
    const stored = new Map<string, number>();
    const work = async (store: Store, from: number): Promise<void> => {
      // Every caller starts elsewhere and takes another step, so that batches overlap in every order.
      for (let step = 0; step < 60; step++) {
        const taskId = ids[(from + step * 7) % 60] ?? '';
        const claim = await store.claim({ taskId, worker: WORKER, redelivered: step % 5 === 0 });
        if (claim.kind === 'refused') continue;
        const outcome = step % 3 === 0 ? OUTCOMES.succeeded : { ...OUTCOMES.retry, delayMs: 0 };
        const answer = await store.settle({ taskId, attempt: claim.attempt, outcome });
        if (answer === 'stored' && outcome.kind === 'succeeded') stored.set(taskId, (stored.get(taskId) ?? 0) + 1);
      }
    };
    const stir = async (store: Store, from: number): Promise<void> => {
      for (let step = 0; step < 20; step++) {
        await store.makeDue([ids[(from + step) % 60] ?? '', ids[(from + 31 * step) % 60] ?? '']);
        await dispatchAll(store);
        if (step % 5 === 0) await store.cancel(ids[(from + step * 11) % 60] ?? '');
      }
    };
    await Promise.all(
      stores.flatMap((store, index) => [
        ...Array.from({ length: 12 }, (_, caller) => work(store, caller * 5 + index)),
        stir(store, index * 30),
      ]),
    );
    for (const id of ids) {
      const task = await read(stores[0], id);
      assert.equal(stored.get(id) ?? 0, task.state === 'succeeded' ? 1 : 0);
      assert.deepEqual(
        task.attempts.map(({ number }) => number),
        Array.from({ length: task.attempt }, (_, index) => index + 1),
      );
    }
  });

  test('dispatch at the same time: a task that one is publishing is not given to the other', async (t) => {
    const [one, other] = await openTwo(t);
    const tasks = await Promise.all([0, 1, 2].map(() => one.insert(newTask())));
    await one.makeDue(tasks.map(({ id }) => id));
    const byOther: string[] = [];
    await one.dispatchDue(2, async (due) => {
      byOther.push(...(await dispatchAll(other)));
      return due.map(({ id }) => id);
    });
    assert.equal(byOther.length, 1);
    assert.deepEqual(await dispatchAll(one), []);
  });

  test('answer other calls while one of them publishes', async (t) => {
    const [store] = await openTwo(t);
    const { id } = await store.insert(newTask());
    await store.makeDue([id]);
    await store.dispatchDue(1, async () => {
      await store.insert(newTask());
      assert.equal((await read(store, id)).state, 'scheduled');
      return [id];
    });
  });

  test('close after what is under way, once, and refuse what comes later', async (t) => {
    const [store] = await openTwo(t);
    const inserts = Array.from({ length: 20 }, () => store.insert(newTask()));
    const closings = [store.close(), store.close()];
    assert.equal((await Promise.all(inserts)).length, 20);
    await Promise.all(closings);
    await store.close();
    await assert.rejects(store.ping(), StoreUnavailableError);
    await assert.rejects(store.insert(newTask()), StoreUnavailableError);
  });
});
