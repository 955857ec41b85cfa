import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canChange, isFinal, TASK_STATES, type TaskState } from '@offload/contract';
import { BEAT, dispatchAll, type Fixture, OUTCOMES, read, taskIn, WORKER } from '../fixture.ts';

const VERBS: Record<string, (fixture: Fixture, id: string, attempt: number) => Promise<unknown>> = {
  claim: ({ store }, taskId) => store.claim({ taskId, worker: WORKER, redelivered: false }),
  'claim of a redelivery': ({ store }, taskId) => store.claim({ taskId, worker: WORKER, redelivered: true }),
  cancel: ({ store }, id) => store.cancel(id),
  makeDue: ({ store }, id) => store.makeDue([id]),
  dispatchDue: ({ store }) => dispatchAll(store),
  recoverAll: ({ store }) => store.recoverAll(),
  detach: ({ store }, taskId, attempt) => store.detach({ taskId, attempt }),
  'settle as interrupted, detached': async ({ store }, taskId, attempt) => {
    await store.detach({ taskId, attempt });
    await store.settle({ taskId, attempt, outcome: OUTCOMES.interrupted });
  },
  reconcile: async ({ store }) => {
    await store.beat(BEAT);
    await store.reconcile({ queue: 'task_queue', isDrained: async () => true, marginMs: 0, limit: 100 });
  },
  rescue: ({ store }) => store.rescue({ silentMs: 0, limit: 100 }),
  expire: async ({ store, sql }, id) => {
    await sql.query('update tasks set expires_at = now() where id = $1', [id]);
    await store.expire(100);
  },
  ...Object.fromEntries(
    Object.values(OUTCOMES).map((outcome) => [
      `settle as ${outcome.kind}`,
      ({ store }: Fixture, taskId: string, attempt: number) => store.settle({ taskId, attempt, outcome }),
    ]),
  ),
};

export function testLifecycle(use: () => Fixture): void {
  describe('the contract', () => {
    test('allows every change of state that the store makes', async () => {
      const fixture = use();
      const changes = new Set<string>();
      for (const [verb, act] of Object.entries(VERBS)) {
        for (const state of TASK_STATES) {
          const before = await taskIn(fixture, state, { maxAttempts: 1 });
          await act(fixture, before.id, before.attempt);
          const after = await read(fixture.store, before.id);
          if (after.state === state) continue;
          assert.ok(canChange(state, after.state), `${verb} changes ${state} to ${after.state}`);
          changes.add(`${state} -> ${after.state}`);
        }
      }
      assert.ok(changes.has('queued -> running') && changes.has('retrying -> queued'));
    });

    test('lets a final state be left by an operator alone, for scheduled', async () => {
      const fixture = use();
      for (const state of TASK_STATES) {
        const restarted = await taskIn(fixture, state);
        const redriven = await taskIn(fixture, state);
        await fixture.store.restart(restarted.id);
        await fixture.store.redriveFailed({ ids: [redriven.id], limit: 1, isDryRun: false });
        assert.equal((await read(fixture.store, restarted.id)).state, isFinal(state) ? 'scheduled' : state);
        assert.equal((await read(fixture.store, redriven.id)).state, state === 'failed' ? 'scheduled' : state);
      }
    });

    test('names the same states as the database does', async () => {
      const [row] = await use().sql.query<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'tasks_state_check'`,
      );
      const states = [...(row?.definition.matchAll(/'(\w+)'/g) ?? [])].map(([, state]) => state as TaskState);
      assert.deepEqual(states.sort(), [...TASK_STATES].sort());
    });

    test('migrating again changes nothing', async () => {
      const { store, sql } = use();
      const ledger = () => sql.query('select * from offload_migrations order by version');
      const before = await ledger();
      await store.migrate();
      assert.deepEqual(await ledger(), before);
      assert.ok(before.length > 0);
    });

    test('a schema that is newer than the code is left alone', async () => {
      const { store, sql } = use();
      await sql.query(`insert into offload_migrations (version, name) values (9999, 'of-a-later-version.sql')`);
      await store.migrate();
      await store.ping();
      await sql.query('delete from offload_migrations where version = 9999');
    });
  });
}
