import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTopology } from '../src/index.ts';

test("without configuration the queue is the tutorial's, on the default exchange", () => {
  assert.deepEqual(createTopology(), {
    queue: 'task_queue',
    namedQueues: [],
    deadQueue: 'task_queue.dead',
    exchange: '',
    controlExchange: 'task_queue.control',
    eventsExchange: 'task_queue.events',
  });
});

test('a queue of another name has a dead queue and exchanges of its own', () => {
  assert.deepEqual(createTopology('images', 'demo'), {
    queue: 'images',
    namedQueues: [],
    deadQueue: 'images.dead',
    exchange: 'demo',
    controlExchange: 'images.control',
    eventsExchange: 'images.events',
  });
});

test('more queues are named after the first', () => {
  assert.deepEqual(createTopology('images', '', ['mail', 'reports']).namedQueues, ['images.mail', 'images.reports']);
});
