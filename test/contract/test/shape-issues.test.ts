import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeIssues } from '../src/shape-issues.ts';

test('a value has the shape of an example when it has its fields, of the same kind or null', () => {
  assert.deepEqual(shapeIssues({ id: 'b', result: { a: 1 }, more: 1 }, { id: 'a', result: null }), []);
  assert.deepEqual(shapeIssues({ id: 1 }, { id: 'a', state: 'queued' }), ['lacks state', 'has a id of another kind']);
  assert.deepEqual(shapeIssues([], {}), ['is array, and in the example object']);
});
