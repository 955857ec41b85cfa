import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase } from '@offload/test-services';
import { openPostgres } from '../src/executors/postgres.ts';
import { openPostgresStore, type Store } from '../src/index.ts';
import { BEAT, dispatchAll, inSeconds, newTask, OUTCOMES, read } from './fixture.ts';

const TASKS = 300;
const OUTCOME_LIST = Object.values(OUTCOMES);

/** What counts against a task's limit. */
const FAILURES = ['failed', 'worker_lost'];

test('everything that is done in the background goes on across claims and settlements: no deadlock, no transition lost or made twice', async (t) => {
  const database = await createDatabase();
  const open = () => openPostgresStore({ url: database.url, deadlineMs: 20_000 });
  const stores: [Store, Store] = [open(), open()];
  const sql = openPostgres({ url: database.url, deadlineMs: 5000, maxConnections: 1, onConnectionLost() {} });
  t.after(async () => {
    await Promise.all([...stores, sql].map((each) => each.close()));
    await database.drop();
  });
  await stores[0].migrate();
  const ids = (
    await Promise.all(
      Array.from({ length: TASKS }, (_, number) =>
        // Some are late already, and some will be before all is done.
        stores[0].insert(
          newTask({ maxAttempts: 1000, ...(number % 10 === 0 ? { expiresAt: inSeconds(number / 100) } : {}) }),
        ),
      ),
    )
  ).map(({ id }) => id);

  /** By task and attempt: how often it was started, and its outcome stored. */
  const [started, stored] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, taskId: string, attempt: number) => {
    const key = `${taskId} ${attempt}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };

  // Every caller starts elsewhere and takes another step, so that batches overlap in every order.
  async function work(store: Store, from: number): Promise<void> {
    for (let step = 0; step < 60; step++) {
      const taskId = ids[(from + step * 7) % TASKS] ?? '';
      const ticket = step % 3 === 0 ? null : step % 2;
      const claim = await store.claim({ taskId, worker: `w-${from % 2}`, redelivered: step % 4 === 0, ticket });
      if (claim.kind === 'refused') continue;
      count(started, taskId, claim.attempt);
      if (step % 5 === 0) await store.detach({ taskId, attempt: claim.attempt });
      // Every ninth is left to the rescuer.
      if (step % 9 === 0) continue;
      const outcome = OUTCOME_LIST[(from + step) % OUTCOME_LIST.length] ?? OUTCOMES.failed;
      const answer = await store.settle({
        taskId,
        attempt: claim.attempt,
        outcome: outcome.kind === 'retry' ? { ...outcome, delayMs: 0 } : outcome,
      });
      if (answer === 'stored') count(stored, taskId, claim.attempt);
    }
  }

  async function stir(store: Store, from: number): Promise<void> {
    for (let step = 0; step < 25; step++) {
      const attempts = ids.slice(0, 50).map((taskId) => ({ taskId, attempt: 1 }));
      await store.beat({ ...BEAT, name: `w-${step % 2}`, attempts, frontiers: { 0: Date.now() }, started: step });
      await store.reconcile({ queue: 'task_queue', isDrained: async () => step % 2 === 0, marginMs: 0, limit: 50 });
      await store.redriveFailed({ limit: 20, isDryRun: step % 4 === 0 });
      await store.restart(ids[(from + step * 13) % TASKS] ?? '');
      await store.rescue({ silentMs: 0, limit: 50 });
      await store.expire(10);
      await store.makeDue([ids[(from + step) % TASKS] ?? '', ids[(from + 31 * step) % TASKS] ?? '']);
      await dispatchAll(store);
      if (step % 3 === 0) await store.cancel(ids[(from + step * 11) % TASKS] ?? '');
      await store.deleteFinished({ olderThanMs: 3_600_000, limit: 10 });
      await store.measureBacklog(1000);
    }
  }

  await Promise.all(
    stores.flatMap((store, index) => [
      ...Array.from({ length: 15 }, (_, caller) => work(store, caller * 11 + index)),
      stir(store, index * 30),
      stir(store, index * 50),
    ]),
  );

  for (const times of [...started.values(), ...stored.values()]) assert.equal(times, 1);
  for (const id of ids) {
    const { attempt, attempts, state } = await read(stores[0], id);
    assert.deepEqual(
      attempts.map(({ number }) => number),
      Array.from({ length: attempt }, (_, index) => index + 1),
    );
    for (const { number, outcome, finishedAt } of attempts) {
      const key = `${id} ${number}`;
      assert.equal(started.get(key), 1, `attempt ${number} was started by a caller`);
      const isOpen = number === attempt && state === 'running';
      assert.equal(outcome === null, isOpen, `attempt ${number} of a task that is ${state} ends as ${outcome}`);
      assert.equal(finishedAt === null, isOpen);
      assert.equal(stored.get(key) ?? 0, outcome === null || outcome === 'worker_lost' ? 0 : 1);
    }
  }
  // Without restarts the failures are those on record; a restart only forgets some.
  const rows = await sql.query<{ failures: number; attempts: string }>('select failures, attempts from tasks');
  for (const { failures, attempts } of rows) {
    const outcomes = (JSON.parse(attempts) as { outcome: string | null }[]).map(({ outcome }) => outcome ?? '');
    assert.ok(failures <= outcomes.filter((outcome) => FAILURES.includes(outcome)).length);
  }
  const deadlocks = await sql.query<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  );
  assert.equal(deadlocks[0]?.deadlocks, 0);
});
