import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePrefer, type WaitPreference } from '../src/prefer.ts';

const nothing: WaitPreference = { respondAsync: false };
const wait = (waitSeconds: number): WaitPreference => ({ respondAsync: false, waitSeconds });

describe('a Prefer header', () => {
  const headers: [string, WaitPreference][] = [
    ['', nothing],
    ['wait=10', wait(10)],
    ['WAIT=10', wait(10)],
    ['wait = 10', wait(10)],
    ['wait="10"', wait(10)],
    ['wait=0', wait(0)],
    ['respond-async', { respondAsync: true }],
    ['Respond-Async, wait=5', { respondAsync: true, waitSeconds: 5 }],
    ['wait=5,respond-async', { respondAsync: true, waitSeconds: 5 }],
    [', ,wait=5 , ', wait(5)],
    // Section 2: of several, the first one counts, whatever it says.
    ['wait=5, wait=7', wait(5)],
    ['wait=soon, wait=7', nothing],
    // Section 2: what is not known is ignored, with its value and its parameters.
    ['foo, return=minimal; a=1;b="x, wait=9";;, wait=3; c', wait(3)],
    ['handling="a \\" , wait=9", wait=3', wait(3)],
    ['wait', nothing],
    ['wait=', nothing],
    ['wait=-1', nothing],
    ['wait=1.5', nothing],
    ['wait=99999999999999999999', nothing],
    ['wait=5 6', nothing],
    ['foo, "wait=5"', nothing],
    ['wait=5, (', wait(5)],
  ];
  for (const [header, expected] of headers) {
    test(`'${header}' is understood`, () => assert.deepEqual(parsePrefer(header), expected));
  }

  test('of sixteen thousand characters is read in no time', () => {
    const startedAt = performance.now();
    for (const part of [' ', ';', ' ;', ';a', '"', 'a=', 'a="\\', ',', '\t']) {
      parsePrefer(`wait${part.repeat(16_000 / part.length)}(`);
    }
    assert.ok(performance.now() - startedAt < 5000);
  });
});
