import fc, { type Arbitrary } from 'fast-check';
import { anyJson, anyText } from './valid-value.ts';

const EXTREMES: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  true,
  [],
  {},
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  "'; drop table tasks --",
  '{{7*7}}',
  'null',
  'x'.repeat(20_000),
  '2026-02-30T00:00:00Z',
  nested(200),
];

/** A value with one thing in it that most likely does not belong there; where that is valid after all, it is a valid value. */
export function spoilt(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .record({ value, place: fc.nat(50), change: fc.constantFrom('replace', 'remove', 'add'), by: other() })
    .map(({ value, place, change, by }) => {
      const copy: Record<string, unknown> = structuredClone({ root: value });
      const places = placesIn(copy);
      const { holder, key } = places[place % places.length] ?? { holder: copy, key: 'root' };
      if (change === 'add') add(holder[key], by);
      if (change === 'remove' && key !== 'root') remove(holder, key);
      else if (change === 'replace') holder[key] = by;
      return copy.root;
    });
}

function other(): Arbitrary<unknown> {
  return fc.oneof(fc.constantFrom(...EXTREMES), anyJson(), anyText({ maxLength: 300 }), fc.double({ noNaN: true }));
}

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

/** Every place in a value where there is another one. */
function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder: holder as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}

function remove(holder: object, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

function add(to: unknown, value: unknown): void {
  if (Array.isArray(to)) to.push(value);
  else if (typeof to === 'object' && to !== null) {
    Object.defineProperty(to, 'unheard-of', { value, enumerable: true, configurable: true, writable: true });
  }
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
