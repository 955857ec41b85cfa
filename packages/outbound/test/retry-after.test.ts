import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from '../src/retry-after.ts';

const now = new Date('2026-12-01T12:00:00Z');

test('a Retry-After is read in seconds and as a date', () => {
  assert.equal(retryAfterMs('120', now), 120_000);
  assert.equal(retryAfterMs(' 0 ', now), 0);
  assert.equal(retryAfterMs('Tue, 01 Dec 2026 12:00:30 GMT', now), 30_000);
  assert.equal(retryAfterMs('Tue, 01 Dec 2026 11:00:00 GMT', now), 0);
});

test('a Retry-After that cannot be read is as none', () => {
  for (const header of [
    undefined,
    '',
    '-1',
    '1.5',
    'soon',
    '1e3',
    '9999999999',
    'Tue, 99 Dec 2026 12:00:30 GMT',
    '2026-12-01',
  ]) {
    assert.equal(retryAfterMs(header, now), undefined, header);
  }
});
