/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** Both ends included. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(members: readonly T[]): T;
  shuffled<T>(members: readonly T[]): T[];
}

/** @param purpose keeps generators of one seed apart, so that one of them drawing more often changes no other */
export function createRandom(seed: number, purpose: string): Random {
  let state = hash(`${seed} ${purpose}`);

  /** Mulberry32. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));

  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick(members) {
      const [picked] = members.slice(integer(0, members.length - 1));
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    shuffled(members) {
      return members
        .map((member) => ({ member, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ member }) => member);
    },
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
