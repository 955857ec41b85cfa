import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { whenAborted } from '../src/when-aborted.ts';

test('all that wait for a signal act when it is aborted, but not those that were called off, with one listener', () => {
  const controller = new AbortController();
  const acted: string[] = [];
  whenAborted(controller.signal, () => acted.push('first'));
  const callOff = whenAborted(controller.signal, () => acted.push('second'));
  whenAborted(controller.signal, () => acted.push('third'));
  callOff();
  assert.equal(getEventListeners(controller.signal, 'abort').length, 1);
  controller.abort();
  assert.deepEqual(acted, ['first', 'third']);
});
