import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTopology, fullQueueName, queueNames, taskQueues } from '../src/index.ts';

test('clients call the main queue default, and the others by their short names', () => {
  const topology = createTopology('images', '', ['mail', 'reports']);
  assert.deepEqual(taskQueues(topology), ['images', 'images.mail', 'images.reports']);
  assert.deepEqual(queueNames(topology), ['default', 'mail', 'reports']);
  const full = ['default', 'reports', 'images', 'images.mail', 'x'].map((name) => fullQueueName(topology, name));
  assert.deepEqual(full, ['images', 'images.reports', undefined, undefined, undefined]);
});
