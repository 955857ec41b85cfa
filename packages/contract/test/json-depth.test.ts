import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooDeep, MAX_JSON_DEPTH } from '../src/json-depth.ts';

const nested = (depth: number, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth);
const filler = ' '.repeat(2 * MAX_JSON_DEPTH);

const texts: Record<string, { text: string; expected: boolean }> = {
  'as many levels as there may be': { text: nested(MAX_JSON_DEPTH) + filler, expected: false },
  'one more': { text: nested(MAX_JSON_DEPTH + 1) + filler, expected: true },
  'objects and arrays in turn': { text: '{"a":['.repeat(MAX_JSON_DEPTH), expected: true },
  'many arrays beside each other': { text: `[${'[],'.repeat(10_000)}[]]`, expected: false },
  'brackets in a text': { text: `["${'['.repeat(10_000)}"]`, expected: false },
  'a text with quotes in it': { text: `["\\"${'['.repeat(10_000)}\\\\"]`, expected: false },
  'brackets behind a text that ends in a backslash': { text: `["\\\\",${nested(10_000)}]`, expected: true },
  nothing: { text: '', expected: false },
};

for (const [name, { text, expected }] of Object.entries(texts)) {
  test(`${expected ? 'too deep' : 'not too deep'}: ${name}`, () => {
    assert.equal(isTooDeep(Buffer.from(text)), expected);
  });
}

test('what is not too deep can be written and read by all that use the stack', () => {
  const value: unknown = JSON.parse(nested(MAX_JSON_DEPTH, '1'));
  assert.deepEqual(structuredClone(JSON.parse(JSON.stringify(value))), value);
});
