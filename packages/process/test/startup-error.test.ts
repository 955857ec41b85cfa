import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainsItself, StartupError } from '../src/index.ts';

test('an error explains itself only where it says so', () => {
  assert.equal(explainsItself(new StartupError('PORT 80 is taken')), true);
  assert.equal(explainsItself(Object.assign(new Error('in use'), { explainsItself: true })), true);
  for (const other of [new Error('defect'), { explainsItself: true, message: 'no error' }, 'a text', undefined, null]) {
    assert.equal(explainsItself(other), false);
  }
});

test('a startup error keeps its cause for the log', () => {
  const cause = new Error('EADDRINUSE');
  assert.equal(new StartupError('PORT 80 is taken', { cause }).cause, cause);
});
