import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RetryAfterError } from '../../src/errors.ts';
import { packError, unpackError } from '../../src/threads/portable-error.ts';

test('the delay that a handler has named survives its way out of a thread', () => {
  const error = unpackError(structuredClone(packError(new RetryAfterError('busy', 30_000))));
  assert.ok(error instanceof RetryAfterError);
  assert.equal(error.delayMs, 30_000);
  assert.equal(error.message, 'busy');
});
