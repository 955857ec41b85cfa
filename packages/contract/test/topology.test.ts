import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTopology } from '../src/index.ts';

test("without configuration the queue is the tutorial's, on the default exchange", () => {
  assert.deepEqual(createTopology(), { queue: 'task_queue', deadQueue: 'task_queue.dead', exchange: '' });
});

test('a named queue has a dead queue of its own', () => {
  assert.deepEqual(createTopology('images', 'demo'), { queue: 'images', deadQueue: 'images.dead', exchange: 'demo' });
});
