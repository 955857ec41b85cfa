import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  DEAD_LETTER_REASON_HEADER,
  deadLetter,
  decodeMessage,
  encodeTask,
  isTaskId,
  MAX_JSON_DEPTH,
} from '../src/index.ts';
import { catalogue, ourMessage, sampleTask, TASK_ID } from './sample-task.ts';

const options = { timeoutMs: 60_000, requestId: 'request-1' };

describe('the message of a task', () => {
  test('carries its envelope in the properties, as the contract with other AMQP clients says', () => {
    assert.deepEqual(encodeTask(sampleTask, options).properties, {
      deliveryMode: 2,
      contentType: 'application/json',
      messageId: TASK_ID,
      type: 'sleep',
      timestamp: 1_735_065_015,
      correlationId: 'request-1',
      priority: 3,
      appId: 'offload',
      headers: { v: 1, 'max-attempts': 5, 'timeout-ms': 60_000, 'queued-at': 1_735_065_016_789 },
    });
  });

  test('has no correlation id at all when no request submitted it', () => {
    const { properties } = encodeTask(sampleTask, { ...options, requestId: null });
    assert.equal('correlationId' in properties, false);
  });

  test('may be deeper than what a client sends, by what the event of a callback puts around that', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const decoded = (levels: number) => decodeMessage(ourMessage({ body: nested(levels) }), catalogue).kind;
    assert.deepEqual([decoded(MAX_JSON_DEPTH + 3), decoded(MAX_JSON_DEPTH + 11)], ['task', 'malformed']);
  });

  test('has the payload alone as its body', () => {
    assert.equal(encodeTask(sampleTask, options).body.toString(), '{"message":"Hello..."}');
  });

  test('tells a worker what it needs to start an attempt', () => {
    assert.deepEqual(decodeMessage(encodeTask(sampleTask, options), catalogue), {
      kind: 'task',
      ticket: {
        id: TASK_ID,
        type: 'sleep',
        payload: { message: 'Hello...' },
        timeoutMs: 60_000,
        requestId: 'request-1',
        queuedAt: 1_735_065_016_789,
        priority: 3,
      },
    });
  });

  test('of a task that is on no queue does not say when it was queued', () => {
    const { headers } = encodeTask({ ...sampleTask, queuedAt: null }, options).properties;
    assert.deepEqual(headers, { v: 1, 'max-attempts': 5, 'timeout-ms': 60_000 });
  });

  for (const queuedAt of [undefined, null, 'yesterday', '1735065016789', 1.5, Number.NaN, 2 ** 60, {}]) {
    test(`with ${JSON.stringify(queuedAt)} for the time at which it was queued has none, and is understood`, () => {
      const decoded = decodeMessage(ourMessage({ headers: { 'queued-at': queuedAt } }), catalogue);
      assert.equal(decoded.kind === 'task' && decoded.ticket.queuedAt, null);
    });
  }

  test('without a priority has the lowest', () => {
    const { properties, body } = ourMessage({});
    const { priority, ...others } = properties;
    assert.equal(priority, 3);
    const decoded = decodeMessage({ properties: others, body }, catalogue);
    assert.equal(decoded.kind === 'task' && decoded.ticket.priority, 0);
  });

  test('without a correlation id has no request id', () => {
    const decoded = decodeMessage(encodeTask(sampleTask, { ...options, requestId: null }), catalogue);
    assert.equal(decoded.kind === 'task' && decoded.ticket.requestId, null);
  });

  const payloads: Record<string, unknown> = {
    null: null,
    'a number': 0,
    false: false,
    'an empty string': '',
    'an empty array': [],
    'nested objects': { a: [{ b: { c: [null, [], {}] } }] },
    'text beyond ASCII': { message: 'ü 漢 🎉 \u2028' },
    'a NUL character': { message: 'a\u0000b' },
    'a lone surrogate': { message: 'a\ud800b' },
    'a __proto__ key': JSON.parse('{"__proto__":{"polluted":true}}'),
  };
  for (const [name, payload] of Object.entries(payloads)) {
    test(`brings ${name} to the worker unchanged`, () => {
      const decoded = decodeMessage(encodeTask({ ...sampleTask, payload }, options), catalogue);
      assert.deepEqual(decoded.kind === 'task' && decoded.ticket.payload, payload);
    });
  }

  test('is understood whatever its type, since a newer worker may know it', () => {
    const decoded = decodeMessage(ourMessage({ properties: { type: 'resize' } }), catalogue);
    assert.equal(decoded.kind === 'task' && decoded.ticket.type, 'resize');
  });

  test('of a newer version is understood, so that old workers go on during a deploy', () => {
    assert.equal(decodeMessage(ourMessage({ headers: { v: 2, 'new-header': 'x' } }), catalogue).kind, 'task');
  });
});

describe('a message of ours that is not as we write them is malformed', () => {
  const malformed: Record<string, { message: Parameters<typeof ourMessage>[0]; reason: string }> = {
    'without a version': {
      message: { headers: { v: undefined } },
      reason: "header 'v' must be a number from 1, got undefined",
    },
    'with a version that is a text': {
      message: { headers: { v: '1' } },
      reason: "header 'v' must be a number from 1, got 1",
    },
    'with version 0': { message: { headers: { v: 0 } }, reason: "header 'v' must be a number from 1, got 0" },
    'without a time limit': {
      message: { headers: { 'timeout-ms': undefined } },
      reason: "header 'timeout-ms' must be a number above 0, up to 2147483647, got undefined",
    },
    'with a time limit of 0': {
      message: { headers: { 'timeout-ms': 0 } },
      reason: "header 'timeout-ms' must be a number above 0, up to 2147483647, got 0",
    },
    'with a negative time limit': {
      message: { headers: { 'timeout-ms': -5 } },
      reason: "header 'timeout-ms' must be a number above 0, up to 2147483647, got -5",
    },
    'with a time limit that no timer can wait': {
      message: { headers: { 'timeout-ms': 2 ** 31 } },
      reason: "header 'timeout-ms' must be a number above 0, up to 2147483647, got 2147483648",
    },
    'with a time limit that is no number': {
      message: { headers: { 'timeout-ms': Number.NaN } },
      reason: "header 'timeout-ms' must be a number above 0, up to 2147483647, got NaN",
    },
    'without a type': { message: { properties: { type: '' } }, reason: "property 'type' is missing" },
    'with an empty body': { message: { body: '' }, reason: 'body is not JSON' },
    'with a text body': { message: { body: 'Hello...' }, reason: 'body is not JSON' },
  };
  for (const [name, { message, reason }] of Object.entries(malformed)) {
    test(name, () => {
      assert.deepEqual(decodeMessage(ourMessage(message), catalogue), { kind: 'malformed', reason });
    });
  }

  test('without any headers', () => {
    const { properties, body } = ourMessage({});
    const { headers, ...others } = properties;
    assert.ok(headers, 'the sample has headers');
    assert.equal(decodeMessage({ properties: others, body }, catalogue).kind, 'malformed');
  });

  test('when its body is not UTF-8', () => {
    const message = { ...ourMessage({}), body: Buffer.from([0x22, 0xff, 0x22]) };
    assert.deepEqual(decodeMessage(message, catalogue), { kind: 'malformed', reason: 'body is not UTF-8 text' });
  });
});

describe('a message for the dead queue', () => {
  const original = ourMessage({ properties: { deliveryMode: 1 }, headers: { 'x-trace': 'abc' }, body: 'not JSON' });

  test('keeps the properties, headers and body of the original, and is persistent', () => {
    const dead = deadLetter(original, 'body is not JSON');
    assert.deepEqual(dead, {
      properties: {
        ...original.properties,
        deliveryMode: 2,
        headers: { ...original.properties.headers, [DEAD_LETTER_REASON_HEADER]: 'body is not JSON' },
      },
      body: original.body,
    });
  });

  test('has a reason that fits into its headers, whatever was found in the message', () => {
    const { headers } = deadLetter(original, 'x'.repeat(200_000)).properties;
    assert.equal(String(headers?.[DEAD_LETTER_REASON_HEADER]).length, 1000);
  });

  test('leaves the original as it was', () => {
    const before = structuredClone(original.properties);
    deadLetter(original, 'a reason');
    assert.deepEqual(original.properties, before);
  });

  test('has its reason where the original had no headers', () => {
    const dead = deadLetter({ properties: {}, body: Buffer.alloc(0) }, 'a reason');
    assert.deepEqual(dead.properties, { deliveryMode: 2, headers: { [DEAD_LETTER_REASON_HEADER]: 'a reason' } });
  });

  test('replaces the reason of an earlier burial', () => {
    const dead = deadLetter(deadLetter(original, 'the first reason'), 'the second reason');
    assert.equal(dead.properties.headers?.[DEAD_LETTER_REASON_HEADER], 'the second reason');
  });
});

test('a task id is a UUID, in either case, and nothing around it', () => {
  assert.equal(isTaskId(TASK_ID), true);
  assert.equal(isTaskId(TASK_ID.toUpperCase()), true);
  for (const other of [`${TASK_ID}\n`, ` ${TASK_ID}`, TASK_ID.replaceAll('-', ''), 'x', '', undefined, null, 42]) {
    assert.equal(isTaskId(other), false, JSON.stringify(other));
  }
});
