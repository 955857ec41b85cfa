import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Nap } from '../../src/roles/nap.ts';

const never = new AbortController().signal;
/** Longer than the tests may take. */
const HOUR_MS = 3_600_000;

/** Milliseconds that a pause takes; timers may be one early. */
async function taken(nap: Nap, ms: number): Promise<number> {
  const begunAt = performance.now();
  await nap.take(ms, never);
  return performance.now() - begunAt + 1;
}

describe('a pause', () => {
  test('takes as long as it is told, also when that is less than the shortest', async () => {
    assert.ok((await taken(new Nap(10), 60)) >= 60);
    assert.ok((await taken(new Nap(HOUR_MS), 20)) >= 20);
  });

  test('that is cut short ends, and takes the shortest time all the same', async () => {
    const nap = new Nap(50);
    const cut = taken(nap, HOUR_MS);
    nap.wake();
    assert.ok((await cut) >= 50);
  });

  test('that begins after a call is the one that is cut short, and the next one is not', async () => {
    const nap = new Nap(0);
    nap.wake();
    await taken(nap, HOUR_MS);
    assert.ok((await taken(nap, 60)) >= 60);
  });

  test('rejects when it is no longer wanted', async () => {
    const stopping = new AbortController();
    const pause = new Nap(100).take(HOUR_MS, stopping.signal);
    stopping.abort();
    await assert.rejects(pause, { name: 'AbortError' });
  });
});
