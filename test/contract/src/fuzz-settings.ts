import { randomInt } from 'node:crypto';

/** How many requests are made up, and from what. */
export interface FuzzSettings {
  requests: number;
  seed: number;
}

/** `FUZZ_REQUESTS`, @default 10_000, and `FUZZ_SEED`, @default another one each time */
export function fuzzSettings(): FuzzSettings {
  const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
  return { requests: Number(FUZZ_REQUESTS ?? 10_000), seed: Number(FUZZ_SEED ?? randomInt(2 ** 31)) };
}
