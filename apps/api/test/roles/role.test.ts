import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeat } from '../../src/roles/role.ts';
import { silent } from '../test-api.ts';

const PAUSE_MS = 7000;
const options = { pauseMs: PAUSE_MS, logger: silent, name: 'test' };

/** Lets what was promised happen. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('work is done after each pause, goes on after a failure, and ends with the signal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const stopping = new AbortController();
  let times = 0;
  const repeating = repeat(options, stopping.signal, async () => {
    if (++times === 1) throw new Error('on purpose');
  });
  for (const expected of [1, 2, 3]) {
    t.mock.timers.tick(PAUSE_MS);
    await turn();
    assert.equal(times, expected);
  }
  stopping.abort();
  await assert.rejects(repeating, { name: 'AbortError' });
});

test('a process that was frozen pauses once more before it acts on what it finds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const stopping = new AbortController();
  let times = 0;
  const repeating = repeat(options, stopping.signal, async () => {
    times++;
  });
  t.mock.timers.setTime(60_000);
  await turn();
  assert.equal(times, 0);
  t.mock.timers.tick(PAUSE_MS);
  await turn();
  assert.equal(times, 1);
  stopping.abort();
  await assert.rejects(repeating, { name: 'AbortError' });
});
