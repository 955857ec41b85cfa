import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latch } from '@offload/test-services';
import { repeat } from '../../src/roles/role.ts';
import { silent } from '../test-api.ts';

const options = { pauseMs: 5, logger: silent, name: 'test' };

test('work is done after each pause, goes on after a failure, and ends with the signal', async () => {
  const stopping = new AbortController();
  const third = latch();
  let times = 0;
  const repeating = repeat(options, stopping.signal, async () => {
    if (++times === 1) throw new Error('on purpose');
    if (times === 3) third.open();
  });
  await third.opened;
  stopping.abort();
  await assert.rejects(repeating, { name: 'AbortError' });
});

test('a process that was frozen pauses once more before it acts on what it finds', async (t) => {
  const stopping = new AbortController();
  const worked = latch();
  // Asked for a pause, woken a minute late; asked again, woken in time.
  const clock = [0, 60_000, 60_000, 60_005];
  const left: number[] = [];
  t.mock.method(Date, 'now', () => clock.shift() ?? 60_005);
  const repeating = repeat(options, stopping.signal, async () => {
    left.push(clock.length);
    worked.open();
  });
  await worked.opened;
  stopping.abort();
  await assert.rejects(repeating, { name: 'AbortError' });
  assert.equal(left[0], 0);
});
