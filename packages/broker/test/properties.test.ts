import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPublishOptions } from '../src/rabbitmq/properties.ts';

const route = { exchange: '', routingKey: 'q', persistent: true, mandatory: true };
const headersOf = (headers?: Record<string, unknown>) =>
  toPublishOptions({ ...(headers && { headers }) }, route).headers;

test('gives messages with the same headers the same object', () => {
  assert.equal(headersOf({ v: 1, 'timeout-ms': 5 }), headersOf({ v: 1, 'timeout-ms': 5 }));
});

test('gives every message the headers that are its own', () => {
  for (const headers of [{ v: 1 }, { v: 2 }, { v: 2, extra: null }, { v: 2 }, {}, { gone: undefined }, { other: 2 }]) {
    assert.deepEqual(headersOf(headers), headers);
  }
  assert.equal(headersOf(), undefined);
});
