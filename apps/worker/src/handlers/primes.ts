import type { PayloadOf, ResultOf } from '@offload/contract';
import type { Handler } from '@offload/handler';

/** Odd numbers that are sieved at once: as many bytes, which stay in the processor's cache. */
const SEGMENT = 2 ** 18;

/** Counts primes by the sieve of Eratosthenes, segment by segment. */
export const handler: Handler<PayloadOf<'primes'>, ResultOf<'primes'>> = async ({ payload: { upTo }, progress }) => {
  let count = 1;
  let largest = 2;
  let percent = 0;
  const factors = oddPrimesUpTo(Math.floor(Math.sqrt(upTo)));
  const isComposite = new Uint8Array(SEGMENT);
  // The byte at `index` stands for the odd number `start + 2 · index`.
  for (let start = 3; start <= upTo; start += 2 * SEGMENT) {
    const length = Math.min(SEGMENT, Math.floor((upTo - start) / 2) + 1);
    sieve(isComposite.fill(0), start, factors);
    for (let index = 0; index < length; index++) {
      if (isComposite[index]) continue;
      count++;
      largest = start + 2 * index;
    }
    const done = Math.floor((100 * Math.min(upTo, start + 2 * SEGMENT)) / upTo);
    if (done > percent) progress(done, `${count} primes`);
    percent = done;
  }
  return { count, largest };
};

/** Marks the odd multiples of the factors, from their squares on. */
function sieve(isComposite: Uint8Array, start: number, factors: readonly number[]): void {
  const end = start + 2 * isComposite.length;
  for (const factor of factors) {
    const square = factor * factor;
    if (square >= end) return;
    for (
      let index = (firstOddMultiple(factor, Math.max(start, square)) - start) / 2;
      index < isComposite.length;
      index += factor
    ) {
      isComposite[index] = 1;
    }
  }
}

/** @returns the first odd multiple that is not below `from` */
function firstOddMultiple(factor: number, from: number): number {
  const multiple = Math.ceil(from / factor) * factor;
  return multiple % 2 === 0 ? multiple + factor : multiple;
}

function oddPrimesUpTo(limit: number): number[] {
  const found: number[] = [];
  for (let candidate = 3; candidate <= limit; candidate += 2) {
    if (!found.some((prime) => candidate % prime === 0)) found.push(candidate);
  }
  return found;
}
