import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dispatchAll, type Fixture, newTask, OUTCOMES, read, taskIn, UNKNOWN_ID, verdict, WORKER } from '../fixture.ts';

/** Names of two messages of the same task. */
const [MESSAGE, DOUBLE] = [1_735_065_016_789, 1_735_065_026_789];
const RUNNING = { kind: 'refused', reason: 'running' };

export function testTickets(use: () => Fixture): void {
  const claim = (taskId: string, ticket: number | null, changes: object = {}) =>
    use().store.claim({ taskId, worker: 'other', redelivered: true, ticket, ...changes });

  /** @returns the id of a task that runs, started with a message of that name */
  async function startWith(ticket: number | null): Promise<string> {
    const { id } = await use().store.insert(newTask());
    assert.equal(verdict(await claim(id, ticket, { worker: WORKER, redelivered: false })), 1);
    return id;
  }

  describe('claim by a message', () => {
    test('takes the task over when the message of its attempt comes back', async () => {
      const id = await startWith(MESSAGE);
      assert.equal(verdict(await claim(id, MESSAGE)), 2);
      assert.equal(verdict(await claim(id, MESSAGE)), 3);
    });

    test('that is a double does not touch a running attempt, however often it is delivered', async () => {
      const id = await startWith(MESSAGE);
      const before = await read(use().store, id);
      for (const redelivered of [false, true, true]) {
        assert.deepEqual(await claim(id, DOUBLE, { redelivered }), RUNNING);
      }
      assert.deepEqual(await read(use().store, id), before);
    });

    test('that is a double starts a queued task, and is then the one that counts', async () => {
      const { id } = await taskIn(use(), 'queued');
      assert.equal(verdict(await claim(id, DOUBLE, { redelivered: false })), 1);
      assert.deepEqual(await claim(id, MESSAGE), RUNNING);
      assert.equal(verdict(await claim(id, DOUBLE)), 2);
    });

    test('counts for the attempt that it has started, not for one before it', async () => {
      const id = await startWith(MESSAGE);
      await use().store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.interrupted });
      assert.equal(verdict(await claim(id, DOUBLE)), 2);
      assert.deepEqual(await claim(id, MESSAGE), RUNNING);
    });

    for (const [first, second] of [
      [null, MESSAGE],
      [MESSAGE, null],
      [null, null],
    ] as const) {
      test(`takes over when it is redelivered and one of ${first} and ${second} has no name`, async () => {
        const id = await startWith(first);
        assert.deepEqual(await claim(id, second, { redelivered: false }), RUNNING);
        assert.equal(verdict(await claim(id, second)), 2);
      });
    }

    test('repeated gives the attempt that it has started, not the one that a double has', async () => {
      const id = await startWith(MESSAGE);
      const again = { worker: WORKER, repeated: true };
      assert.deepEqual(await claim(id, DOUBLE, again), RUNNING);
      assert.deepEqual(await claim(id, null, { ...again, redelivered: false }), RUNNING);
      assert.equal(verdict(await claim(id, MESSAGE, again)), 1);
      assert.equal((await read(use().store, id)).attempts.length, 1);
    });
  });

  describe('detach', () => {
    test('lets an attempt go on without its message: no delivery takes it away', async () => {
      const { store } = use();
      const id = await startWith(MESSAGE);
      assert.equal(await store.detach({ taskId: id, attempt: 1 }), 'detached');
      assert.equal(await store.detach({ taskId: id, attempt: 1 }), 'detached');
      const before = await read(store, id);
      for (const ticket of [MESSAGE, DOUBLE, null]) assert.deepEqual(await claim(id, ticket), RUNNING);
      assert.deepEqual(await claim(id, MESSAGE, { worker: WORKER, repeated: true }), RUNNING);
      assert.deepEqual(await read(store, id), before);
      assert.equal(await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded }), 'stored');
    });

    test('does nothing for an attempt that is not the current one, or a task that does not run', async () => {
      const fixture = use();
      const id = await startWith(MESSAGE);
      assert.equal(verdict(await claim(id, MESSAGE)), 2);
      assert.equal(await fixture.store.detach({ taskId: id, attempt: 1 }), 'superseded');
      assert.equal(verdict(await claim(id, MESSAGE)), 3);
      for (const state of ['queued', 'retrying', 'succeeded'] as const) {
        const task = await taskIn(fixture, state);
        assert.equal(await fixture.store.detach({ taskId: task.id, attempt: task.attempt }), 'superseded');
        assert.deepEqual(await read(fixture.store, task.id), task);
      }
      assert.equal(await fixture.store.detach({ taskId: UNKNOWN_ID, attempt: 1 }), 'superseded');
    });

    test('and an interruption make the task due, since no message of it is left', async () => {
      const { store } = use();
      const id = await startWith(MESSAGE);
      await store.detach({ taskId: id, attempt: 1 });
      await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.interrupted });
      const task = await read(store, id);
      const [closed] = task.attempts;
      assert.deepEqual([task.state, task.queuedAt, task.finishedAt, task.error], ['scheduled', null, null, null]);
      assert.deepEqual([closed?.outcome, closed?.finishedAt], ['interrupted', task.runAt]);
      assert.deepEqual(await dispatchAll(store), [id]);
      assert.equal(verdict(await claim(id, DOUBLE)), 2);
    });

    for (const outcome of [OUTCOMES.interrupted, { ...OUTCOMES.retry, delayMs: 0 }]) {
      test(`is of one attempt: the one after '${outcome.kind}' depends on its message again`, async () => {
        const { store } = use();
        const id = await startWith(MESSAGE);
        await store.detach({ taskId: id, attempt: 1 });
        await store.settle({ taskId: id, attempt: 1, outcome });
        await dispatchAll(store);
        assert.equal(verdict(await claim(id, DOUBLE, { redelivered: false })), 2);
        assert.equal(verdict(await claim(id, DOUBLE)), 3);
      });
    }

    for (const kind of ['succeeded', 'failed', 'cancelled', 'retry'] as const) {
      test(`changes nothing about '${kind}'`, async () => {
        const { store } = use();
        const [detached, attached] = [await startWith(MESSAGE), await startWith(MESSAGE)];
        await store.detach({ taskId: detached, attempt: 1 });
        const states = [];
        for (const taskId of [detached, attached]) {
          assert.equal(await store.settle({ taskId, attempt: 1, outcome: OUTCOMES[kind] }), 'stored');
          states.push((await read(store, taskId)).state);
        }
        assert.equal(states[0], states[1]);
      });
    }
  });
}
