import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packError, unpackError } from '../../src/apart/portable-error.ts';
import { RetryAfterError } from '../../src/errors.ts';

test('the delay that a handler has named survives its way out of a thread', () => {
  const error = unpackError(structuredClone(packError(new RetryAfterError('busy', 30_000))));
  assert.ok(error instanceof RetryAfterError);
  assert.equal(error.delayMs, 30_000);
  assert.equal(error.message, 'busy');
});
