import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { handler as primes } from '../../src/handlers/primes.ts';
import { handlerContext } from '../handler-context.ts';

async function run(upTo: number) {
  const progress: number[] = [];
  const report = (percent: number) => void progress.push(percent);
  const result = await primes(handlerContext({ upTo }, { progress: report }));
  return { ...result, progress };
}

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return number > 1;
}

describe('the primes handler', () => {
  test('counts as trial division does, up to every number of two hundred', async () => {
    const found: number[] = [];
    for (let upTo = 2; upTo <= 200; upTo++) {
      if (isPrime(upTo)) found.push(upTo);
      const { count, largest } = await run(upTo);
      assert.deepEqual({ count, largest }, { count: found.length, largest: found.at(-1) }, `up to ${upTo}`);
    }
  });

  test('counts on both sides of the border of two segments', async () => {
    // 524 287, the last number but one of the first segment, is a prime itself; 524 309 is the next one.
    const counts = await Promise.all([524_286, 524_287, 524_308, 524_309].map(run));
    assert.deepEqual(
      counts.map(({ count, largest }) => [count, largest]),
      [
        [43_389, 524_269],
        [43_390, 524_287],
        [43_390, 524_287],
        [43_391, 524_309],
      ],
    );
  });

  test('counts some millions, with progress that grows to 100', async () => {
    const { count, largest, progress } = await run(10_000_000);
    assert.deepEqual({ count, largest }, { count: 664_579, largest: 9_999_991 });
    assert.equal(progress.at(-1), 100);
    assert.deepEqual(
      progress,
      [...new Set(progress)].sort((a, b) => a - b),
    );
  });
});
