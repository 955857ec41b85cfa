import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTopology, fullQueueName, queueNames, taskQueues } from '../src/index.ts';

test("without configuration the queue is the tutorial's, on the default exchange", () => {
  assert.deepEqual(createTopology(), {
    queue: 'task_queue',
    namedQueues: [],
    callbackQueue: null,
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
    callbackQueue: null,
    deadQueue: 'images.dead',
    exchange: 'demo',
    controlExchange: 'images.control',
    eventsExchange: 'images.events',
  });
});

test('more queues are named after the first', () => {
  assert.deepEqual(createTopology('images', '', ['mail', 'reports']).namedQueues, ['images.mail', 'images.reports']);
});

test('callbacks have a queue of their own, after the others', () => {
  const topology = createTopology('images', '', ['mail'], { hasCallbacks: true });
  assert.deepEqual(taskQueues(topology), ['images', 'images.mail', 'images.callbacks']);
  assert.deepEqual(queueNames(topology), ['default', 'mail', 'callbacks']);
  assert.equal(fullQueueName(topology, 'callbacks'), 'images.callbacks');
});
