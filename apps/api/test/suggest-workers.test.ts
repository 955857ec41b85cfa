import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Demand, type Goal, suggestWorkers } from '../src/suggest-workers.ts';

const IDLE: Demand = { queued: 0, due: 0, running: 0, workers: 0, slots: 0, startedPerSecond: null };
const GOAL: Goal = { drainWithinSeconds: 60, maxWorkers: 100 };

describe('the suggested number of workers', () => {
  const suggested = (demand: Partial<Demand>, goal: Partial<Goal> = {}) =>
    suggestWorkers({ ...IDLE, ...demand }, { ...GOAL, ...goal });

  test('is 0 only when nothing waits and nothing runs', () => {
    assert.equal(suggested({}), 0);
    assert.equal(suggested({ workers: 5, slots: 20, startedPerSecond: 3 }), 0);
    assert.equal(suggested({ queued: 1 }), 1);
    assert.equal(suggested({ due: 1 }), 1);
    assert.equal(suggested({ running: 1, workers: 5, slots: 20 }), 1);
    assert.equal(suggested({ queued: 1, running: 1, workers: 1, slots: 100, startedPerSecond: 10_000 }), 1);
  });

  test('is right from zero: a slot for each waiting task, in workers as they would be started', () => {
    assert.equal(suggested({ queued: 30, due: 5 }), 35);
    assert.equal(suggested({ queued: 30, due: 5 }, { slotsPerWorker: 10 }), 4);
  });

  test('keeps the workers of tasks that run when the queue is empty', () => {
    assert.equal(suggested({ running: 37, workers: 10, slots: 40, startedPerSecond: 0 }), 10);
    assert.equal(suggested({ running: 3, workers: 10, slots: 40, startedPerSecond: 1 }), 1);
  });

  test('adds what it takes to start a backlog in time, by how long a slot is busy with a task', () => {
    // 20 slots start 10 a second, so a task takes 2 seconds: 600 tasks in 60 seconds are 20 more slots.
    const busy = { queued: 600, running: 20, workers: 5, slots: 20, startedPerSecond: 10 };
    assert.equal(suggested(busy), 10);
    assert.equal(suggested(busy, { drainWithinSeconds: 30 }), 15);
    // Tasks that take longer than that get a slot each, and no more.
    assert.equal(suggested({ queued: 8, running: 4, workers: 1, slots: 4, startedPerSecond: 0.01 }), 3);
  });

  test('never is more than the most', () => {
    assert.equal(suggested({ queued: 1_000_000 }), 100);
    assert.equal(suggested({ queued: 1_000_000 }, { maxWorkers: 7 }), 7);
  });
});
