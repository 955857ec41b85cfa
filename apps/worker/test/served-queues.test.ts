import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTopology } from '@offload/contract';
import { StartupError } from '@offload/process';
import { servedQueues } from '../src/served-queues.ts';

const topology = createTopology('tasks', '', ['reports', 'mail']);

function served(WORKER_QUEUES: string): [string, number][] {
  return servedQueues({ WORKER_QUEUES, WORKER_CONCURRENCY: 3 }, topology).map(({ name, concurrency }) => [
    name,
    concurrency,
  ]);
}

describe('the queues that a worker serves', () => {
  test('are all of them, unless it is told', () => {
    assert.deepEqual(served(''), [
      ['tasks', 3],
      ['tasks.reports', 3],
      ['tasks.mail', 3],
    ]);
  });

  test('are those of callbacks, too, of which it delivers many at once', () => {
    const withCallbacks = createTopology('tasks', '', [], { hasCallbacks: true });
    const settings = (WORKER_QUEUES: string) => ({ WORKER_QUEUES, WORKER_CONCURRENCY: 3 });
    const usual = { name: 'tasks.callbacks', concurrency: 20 };
    assert.deepEqual(servedQueues(settings(''), withCallbacks), [{ name: 'tasks', concurrency: 3 }, usual]);
    assert.deepEqual(servedQueues(settings('callbacks'), withCallbacks), [usual]);
    assert.deepEqual(servedQueues(settings('callbacks:2'), withCallbacks), [{ ...usual, concurrency: 2 }]);
    assert.throws(() => servedQueues(settings('callbacks'), topology), StartupError);
  });

  test('are those that it is told, each with its own concurrency or the usual one', () => {
    assert.deepEqual(served('mail:4, default'), [
      ['tasks.mail', 4],
      ['tasks', 3],
    ]);
  });

  test('must exist', () => {
    assert.throws(() => served('mail,video'), {
      name: StartupError.name,
      message: "WORKER_QUEUES names the queue 'video', which QUEUES does not; known: default, reports, mail",
    });
  });
});
