import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frontiers } from '../src/frontiers.ts';

test('the frontier of a priority is the youngest message of it, whatever came later', () => {
  const frontiers = new Frontiers();
  frontiers.reached({ priority: 0, queuedAt: 100 });
  frontiers.reached({ priority: 5, queuedAt: 300 });
  frontiers.reached({ priority: 0, queuedAt: 200 });
  frontiers.reached({ priority: 0, queuedAt: 150 });
  assert.deepEqual(frontiers.byPriority, { 0: 200, 5: 300 });
});

test('a message of an older version says nothing', () => {
  const frontiers = new Frontiers();
  frontiers.reached({ priority: 0, queuedAt: null });
  assert.deepEqual(frontiers.byPriority, {});
});
