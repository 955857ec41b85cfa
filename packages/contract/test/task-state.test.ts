import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canChange, FINAL_TASK_STATES, isFinal, TASK_STATES, TASK_TRANSITIONS, type TaskState } from '../src/index.ts';

/** Every state that can be reached from a state, by any number of changes. */
function reachableFrom(start: TaskState): Set<TaskState> {
  const reached = new Set<TaskState>();
  const open = [start];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const next of TASK_TRANSITIONS[state]) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

describe('task states', () => {
  test('are the eight of the glossary, four of them final', () => {
    assert.deepEqual(TASK_STATES, [
      'scheduled',
      'queued',
      'running',
      'retrying',
      'succeeded',
      'failed',
      'cancelled',
      'expired',
    ]);
    assert.deepEqual(FINAL_TASK_STATES, ['succeeded', 'failed', 'cancelled', 'expired']);
  });

  test('change only to states of the table', () => {
    for (const exits of Object.values(TASK_TRANSITIONS)) {
      for (const exit of exits) assert.ok(TASK_STATES.includes(exit), `${exit} is a state`);
    }
  });

  for (const state of TASK_STATES) {
    test(`isFinal and canChange say of '${state}' what the table says`, () => {
      const exits: readonly string[] = TASK_TRANSITIONS[state];
      assert.equal(isFinal(state), exits.length === 0);
      assert.equal(FINAL_TASK_STATES.includes(state), exits.length === 0);
      for (const other of TASK_STATES) assert.equal(canChange(state, other), exits.includes(other), `to ${other}`);
    });

    test(`'${state}' never changes to itself`, () => {
      assert.equal(canChange(state, state), false);
    });
  }

  for (const state of TASK_STATES.filter((candidate) => !isFinal(candidate))) {
    test(`a '${state}' task can still succeed, and can be reached from a new one`, () => {
      assert.ok(reachableFrom(state).has('succeeded'));
      assert.ok(state === 'queued' || reachableFrom('queued').has(state));
    });
  }

  test('a running task whose message is gone can be sent again, as can one that no broker took', () => {
    assert.deepEqual(
      TASK_STATES.filter((state) => canChange(state, 'scheduled')),
      ['queued', 'running'],
    );
  });

  test('a task runs only after it was queued, so that every attempt has had a message', () => {
    assert.deepEqual(
      TASK_STATES.filter((state) => canChange(state, 'running')),
      ['queued'],
    );
  });
});
