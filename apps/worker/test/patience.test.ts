import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Patience } from '../src/patience.ts';

test('a host that has not answered is given little time for a minute, or until it answers', () => {
  let now = 0;
  const patience = new Patience(() => now);
  assert.equal(patience.with('a'), 20_000);
  patience.lose('a');
  assert.deepEqual([patience.with('a'), patience.with('b')], [2000, 20_000]);
  now = 60_001;
  assert.equal(patience.with('a'), 20_000);
  patience.lose('a');
  patience.regain('a');
  assert.equal(patience.with('a'), 20_000);
});

test('a thousand hosts are remembered, the latest ones', () => {
  const patience = new Patience(() => 0);
  for (let count = 0; count <= 1000; count++) patience.lose(`host-${count}`);
  assert.deepEqual([patience.with('host-0'), patience.with('host-1')], [20_000, 2000]);
});
