import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskTypes } from '@offload/contract';
import { handlers } from '../../src/handlers/index.ts';

test('there is a handler for every task type, and for no other', () => {
  assert.deepEqual(Object.keys(handlers).sort(), taskTypes.map(({ name }) => name).sort());
});
