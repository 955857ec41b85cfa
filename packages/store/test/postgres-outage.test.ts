import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { eventually, freePort, type Postgres, startPostgres, startProxy } from '@offload/test-services';
import { openPostgresStore, type Store, StoreUnavailableError } from '../src/index.ts';
import { BEAT, dispatchAll, newTask, OUTCOMES, read, start, WORKER } from './fixture.ts';

const DEADLINE_MS = 1000;
/** Timers and a busy machine add to a deadline; a second one on top of it does not fit. */
const ANSWERED_MS = DEADLINE_MS * 1.8;

describe('store while Postgres is away', () => {
  let postgres: Postgres;

  before(async () => {
    postgres = await startPostgres();
    const store = openPostgresStore({ url: postgres.url });
    await store.migrate();
    await store.close();
  });
  after(() => postgres.remove());

  function openStore(t: TestContext, options: { url?: string; onWarning?: () => void } = {}): Store {
    const { url = postgres.url, onWarning = () => undefined } = options;
    const store = openPostgresStore({ url, deadlineMs: DEADLINE_MS, logger: { warn: onWarning } });
    t.after(() => store.close());
    return store;
  }

  /** Every call of the port that asks the database. */
  const calls = (store: Store): Record<string, () => Promise<unknown>> => ({
    ping: () => store.ping(),
    migrate: () => store.migrate(),
    insert: () => store.insert(newTask()),
    get: () => store.get('0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11'),
    list: () => store.list({ limit: 1 }),
    claim: () => store.claim({ taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', worker: WORKER, redelivered: false }),
    settle: () =>
      store.settle({ taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', attempt: 1, outcome: OUTCOMES.cancelled }),
    reportProgress: () =>
      store.reportProgress({
        taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
        attempt: 1,
        progress: { percent: 1, message: null, etaSeconds: null },
      }),
    cancel: () => store.cancel('0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11'),
    makeDue: () => store.makeDue(['0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11']),
    dispatchDue: () => store.dispatchDue(1, async () => []),
    recoverAll: () => store.recoverAll(),
    countRunning: () => store.countRunning('task_queue'),
    beat: () => store.beat(BEAT),
    detach: () => store.detach({ taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', attempt: 1 }),
    restart: () => store.restart('0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11'),
    redriveFailed: () => store.redriveFailed({ limit: 1, isDryRun: false }),
    measureBacklog: () => store.measureBacklog(1),
    lead: () => store.lead(),
    reconcile: () => store.reconcile({ queue: 'task_queue', isDrained: async () => true, marginMs: 1000, limit: 1 }),
    rescue: () => store.rescue({ silentMs: 1000, limit: 1 }),
    expire: () => store.expire(1),
    deleteFinished: () => store.deleteFinished({ olderThanMs: 1000, limit: 1 }),
    removeWorker: () => store.removeWorker(WORKER),
    listWorkers: () => store.listWorkers(),
  });

  test('every call fails at once when nothing listens, and says why', async (t) => {
    const store = openStore(t, { url: `postgres://postgres@127.0.0.1:${await freePort()}/postgres` });
    for (const [name, call] of Object.entries(calls(store))) {
      await assert.rejects(
        call(),
        (error) => {
          assert.ok(error instanceof StoreUnavailableError, name);
          assert.ok(error.cause instanceof Error && 'code' in error.cause);
          assert.equal(error.cause.code, 'ECONNREFUSED');
          assert.match(error.message, /ECONNREFUSED/);
          return true;
        },
        name,
      );
    }
  });

  test('every call fails within its deadline when a server accepts connections and says nothing', async (t) => {
    const proxy = await startProxy({ host: '127.0.0.1', port: postgres.port });
    t.after(() => proxy.close());
    proxy.blackHole();
    const store = openStore(t, { url: `postgres://postgres@127.0.0.1:${proxy.port}/postgres` });
    const startedAt = performance.now();
    const results = await Promise.allSettled(Object.values(calls(store)).map((call) => call()));
    const tookMs = performance.now() - startedAt;
    for (const result of results)
      assert.ok(result.status === 'rejected' && result.reason instanceof StoreUnavailableError);
    assert.ok(tookMs < ANSWERED_MS, `took ${tookMs} ms`);
  });

  test('calls on open connections fail within their deadline when the network goes silent, and work after it', async (t) => {
    const proxy = await startProxy({ host: '127.0.0.1', port: postgres.port });
    t.after(() => proxy.close());
    const store = openStore(t, { url: `postgres://postgres@127.0.0.1:${proxy.port}/postgres` });
    const { id } = await store.insert(newTask());
    proxy.blackHole();
    const startedAt = performance.now();
    const waiting = Array.from({ length: 30 }, () => store.insert(newTask()));
    const results = await Promise.allSettled([store.get(id), store.ping(), ...waiting]);
    const tookMs = performance.now() - startedAt;
    assert.ok(
      results.every((result) => result.status === 'rejected' && result.reason instanceof StoreUnavailableError),
    );
    assert.ok(tookMs < ANSWERED_MS, `took ${tookMs} ms`);
    await proxy.restore();
    assert.equal((await read(store, id)).state, 'queued');
  });

  test('a statement that waits for a lock ends at the deadline, on the server, too', async (t) => {
    const [store, other] = [openStore(t), openStore(t)];
    const { id } = await store.insert(newTask());
    await store.makeDue([id]);
    await store.dispatchDue(1, async () => {
      const startedAt = performance.now();
      await assert.rejects(other.cancel(id), StoreUnavailableError);
      assert.ok(performance.now() - startedAt < ANSWERED_MS);
      return [id];
    });
    assert.equal((await read(store, id)).state, 'queued');
    assert.equal((await other.cancel(id)).kind, 'cancelled');
  });

  test('sessions that an administrator ends are replaced, and the loss is logged', async (t) => {
    let warnings = 0;
    const store = openStore(t, { onWarning: () => warnings++ });
    const { id } = await store.insert(newTask());
    await postgres.stop();
    await eventually(() => assert.ok(warnings > 0));
    await assert.rejects(store.get(id), StoreUnavailableError);
    await postgres.start();
    assert.equal((await read(store, id)).id, id);
  });

  test('a server that is killed loses nothing that it confirmed, and the store goes on by itself', async (t) => {
    const store = openStore(t);
    const tasks = await Promise.all(Array.from({ length: 50 }, () => store.insert(newTask())));
    const attempts = await Promise.all(tasks.map(({ id }) => start(store, id)));
    await postgres.kill();
    await assert.rejects(store.settle({ taskId: tasks[0]?.id ?? '', attempt: 1, outcome: OUTCOMES.succeeded }));
    await postgres.start();
    const answers = await Promise.all(
      tasks.map(({ id }, index) =>
        store.settle({ taskId: id, attempt: attempts[index] ?? 0, outcome: OUTCOMES.succeeded }),
      ),
    );
    assert.ok(answers.every((answer) => answer === 'stored'));
  });

  test('a server that goes away during a dispatch leaves the tasks due', async (t) => {
    const store = openStore(t);
    const { id } = await store.insert(newTask());
    await store.makeDue([id]);
    const dispatching = store.dispatchDue(1, async () => {
      await postgres.kill();
      return [id];
    });
    await assert.rejects(dispatching, StoreUnavailableError);
    await postgres.start();
    assert.deepEqual(await dispatchAll(store), [id]);
  });

  test('a wrong database name is not an outage', async (t) => {
    const store = openStore(t, { url: postgres.url.replace(/postgres$/, 'missing') });
    await assert.rejects(
      store.ping(),
      (error) => error instanceof Error && !(error instanceof StoreUnavailableError) && /"missing"/.test(error.message),
    );
  });

  test('closing does not wait for a server that is away', async () => {
    const store = openPostgresStore({ url: postgres.url, deadlineMs: DEADLINE_MS });
    await store.ping();
    await postgres.stop();
    const startedAt = performance.now();
    await store.close();
    assert.ok(performance.now() - startedAt < ANSWERED_MS);
    await postgres.start();
  });
});
