/** Deterministic numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same entries in an order that depends on the seed alone (Fisher and Yates). */
export function shuffled<T>(entries: readonly T[], seed: number): T[] {
  const random = randomFrom(seed);
  const left = [...entries];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(Math.floor(random() * left.length), 1));
  return order;
}

/** Milliseconds below which no schedule of these tasks on so many workers can be, whatever its order. */
export function shortestMakespan(workMs: readonly number[], workers: number): number {
  const total = workMs.reduce((sum, ms) => sum + ms, 0);
  return Math.max(total / workers, ...workMs);
}

/** Milliseconds that they take when each goes, in this order, to the worker that is free first: fair dispatch without any cost. */
export function dispatchedMakespan(workMs: readonly number[], workers: number): number {
  const freeAt = Array.from({ length: workers }, () => 0);
  for (const ms of workMs) {
    const first = freeAt.indexOf(Math.min(...freeAt));
    freeAt[first] = (freeAt[first] ?? 0) + ms;
  }
  return Math.max(...freeAt);
}
