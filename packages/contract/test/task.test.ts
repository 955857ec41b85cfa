import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { TASK_STATES, type Task, TaskSchema } from '../src/index.ts';
import { TASK_ID } from './sample-task.ts';

const validator = Compile(TaskSchema);

const task: Task = {
  id: TASK_ID,
  type: 'sleep',
  state: 'queued',
  queue: 'task_queue',
  priority: 0,
  payload: { message: 'Hello...' },
  result: null,
  error: null,
  progress: null,
  attempt: 0,
  maxAttempts: 3,
  attempts: [],
  tags: [],
  metadata: {},
  createdAt: '2024-12-24T18:30:15.678Z',
  runAt: null,
  queuedAt: '2024-12-24T18:30:15.678Z',
  startedAt: null,
  finishedAt: null,
  expiresAt: null,
  cancelRequestedAt: null,
};

describe('the task resource', () => {
  test('may be in every state of the table, and in no other', () => {
    for (const state of TASK_STATES) assert.equal(validator.Check({ ...task, state }), true, state);
    assert.equal(validator.Check({ ...task, state: 'waiting' }), false);
  });

  test('says absent values with null and never leaves one out', () => {
    for (const name of Object.keys(task)) {
      const { [name as keyof Task]: _left, ...others } = task;
      assert.equal(validator.Check(others), false, `without ${name}`);
    }
  });

  test('has no field that its schema does not know', () => {
    assert.equal(validator.Check({ ...task, status: 'queued' }), false);
  });

  test('keeps an attempt that is under way, and one that ended badly', () => {
    const startedAt = '2024-12-24T18:30:16.000Z';
    const running = { number: 2, worker: 'host-1', startedAt, finishedAt: null, outcome: null, error: null };
    const error = { code: 'HANDLER_ERROR', message: 'it threw', retryable: true };
    const failed = { ...running, number: 1, finishedAt: startedAt, outcome: 'failed', error };
    assert.equal(validator.Check({ ...task, attempts: [failed, running] }), true);
    assert.equal(validator.Check({ ...task, attempts: [{ ...failed, outcome: 'lost' }] }), false);
    assert.equal(validator.Check({ ...task, attempts: [{ ...running, number: 0 }] }), false);
  });
});
