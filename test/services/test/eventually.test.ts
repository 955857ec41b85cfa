import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@offload/test-services';

test('gives the result of the first try that does not throw', async () => {
  let tries = 0;
  const result = await eventually(
    () => {
      tries++;
      if (tries < 3) throw new Error('not yet');
      return tries;
    },
    { intervalMs: 1 },
  );
  assert.equal(result, 3);
});

test('throws the last failure with the time waited', async () => {
  const last = new Error('never');
  await assert.rejects(
    eventually(() => Promise.reject(last), { timeoutMs: 30, intervalMs: 5 }),
    (error: Error) => {
      assert.match(error.message, /^still failing after \d+ ms: never$/);
      assert.equal(error.cause, last);
      return true;
    },
  );
});

test('gives up on a try that does not end', async () => {
  const hanging = eventually(() => new Promise(() => {}), { timeoutMs: 30 });
  await assert.rejects(hanging, /^Error: still failing after \d+ ms: the last try did not end$/);
});
