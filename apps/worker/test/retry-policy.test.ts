import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_BACKOFF } from '@offload/contract';
import { AttemptInterruptedError, NonRetryableError, RetryAfterError, TaskTimeoutError } from '@offload/handler';
import type { Outcome } from '@offload/store';
import { outcomeOf, outcomeOfUnknownType } from '../src/retry-policy.ts';

type Ending = Parameters<typeof outcomeOf>[0];

const backoff = DEFAULT_BACKOFF;
const fresh = { failures: 0, maxAttempts: 3, backoff };
const exhausted = { failures: 2, maxAttempts: 3, backoff };
const last = { failures: 0, maxAttempts: 1, backoff };
const threw: Ending = { kind: 'threw', error: new Error('it threw'), retryable: true };
const timedOut: Ending = { kind: 'timed_out', error: new TaskTimeoutError(1000) };
const interrupted: Ending = { kind: 'interrupted', error: new AttemptInterruptedError() };

function returned(result: unknown): Ending {
  return { kind: 'returned', result };
}

/** The delay before the next attempt of a task that failed `failures` times before this one. */
function delayAfter(failures: number, random: number, backoff = DEFAULT_BACKOFF): number {
  const outcome = outcomeOf(threw, { failures, maxAttempts: 1000, backoff }, () => random);
  assert.ok(outcome.kind === 'retry');
  return outcome.delayMs;
}

describe('what an ending means for the task', () => {
  test('returned: it succeeded, even at its last attempt', () => {
    const expected: Outcome = { kind: 'succeeded', result: { done: true } };
    assert.deepEqual(outcomeOf(returned({ done: true }), fresh), expected);
    assert.deepEqual(outcomeOf(returned({ done: true }), exhausted), expected);
  });

  const failures: Record<string, { ending: Ending; code: string; message: string }> = {
    threw: { ending: threw, code: 'HANDLER_ERROR', message: 'it threw' },
    'timed out': { ending: timedOut, code: 'TASK_TIMEOUT', message: 'the attempt took longer than 1000 ms' },
  };
  for (const [name, { ending, code, message }] of Object.entries(failures)) {
    const error = { code, message, retryable: true };

    test(`${name}: another attempt while there are some left`, () => {
      const outcome = outcomeOf(ending, { failures: 1, maxAttempts: 3, backoff }, () => 0.5);
      assert.deepEqual(outcome, { kind: 'retry', error, delayMs: 1000 });
    });

    test(`${name}: it failed at its last attempt, which could have ended otherwise`, () => {
      assert.deepEqual(outcomeOf(ending, exhausted), { kind: 'failed', error });
      assert.deepEqual(outcomeOf(ending, last), { kind: 'failed', error });
    });
  }

  test('threw what is not retryable: it failed at once', () => {
    const ending: Ending = { kind: 'threw', error: new NonRetryableError('no such image'), retryable: false };
    const error = { code: 'HANDLER_ERROR', message: 'no such image', retryable: false };
    assert.deepEqual(outcomeOf(ending, fresh), { kind: 'failed', error });
  });

  test('interrupted: it is interrupted, however few attempts are left', () => {
    const error = { code: 'INTERRUPTED', message: 'the worker stops, or has lost the delivery', retryable: true };
    assert.deepEqual(outcomeOf(interrupted, fresh), { kind: 'interrupted', error });
    assert.deepEqual(outcomeOf(interrupted, last), { kind: 'interrupted', error });
  });

  test('a type without a handler: another attempt, perhaps by a newer worker, and in the end it failed', () => {
    const error = { code: 'UNKNOWN_TASK_TYPE', message: "this worker has no handler for 'resize'", retryable: true };
    const outcome = outcomeOfUnknownType('resize', fresh);
    assert.ok(outcome.kind === 'retry');
    assert.deepEqual(outcome.error, error);
    assert.ok(outcome.delayMs >= 0 && outcome.delayMs <= DEFAULT_BACKOFF.initialMs);
    assert.deepEqual(outcomeOfUnknownType('resize', exhausted), { kind: 'failed', error });
  });
});

describe('the delay before the next attempt', () => {
  test('is anything up to a ceiling that doubles: full jitter', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((failures) => delayAfter(failures, 1)),
      [1000, 2000, 4000, 8000, 16_000],
    );
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((failures) => delayAfter(failures, 0)),
      [0, 0, 0, 0, 0],
    );
    assert.equal(delayAfter(3, 0.25), 2000);
  });

  test('is never longer than five minutes', () => {
    assert.equal(delayAfter(8, 1), 256_000);
    assert.equal(delayAfter(9, 1), 300_000);
    assert.equal(delayAfter(900, 1), 300_000);
    assert.equal(delayAfter(998, 1, { ...DEFAULT_BACKOFF, factor: 1e300 }), 300_000);
  });

  test('follows the backoff that it is given, in whole milliseconds', () => {
    const backoff = { initialMs: 10, factor: 3, maxMs: 50 };
    assert.deepEqual(
      [0, 1, 2].map((failures) => delayAfter(failures, 1, backoff)),
      [10, 30, 50],
    );
    assert.equal(delayAfter(1, 0.333, backoff), 10);
  });

  test('is the one that the handler has named, whatever the backoff says', () => {
    const named = (delayMs: number): Ending => {
      return { kind: 'threw', error: new RetryAfterError('busy until then', delayMs), retryable: true };
    };
    const error = { code: 'HANDLER_ERROR', message: 'busy until then', retryable: true };
    assert.deepEqual(outcomeOf(named(3_600_000.4), fresh), { kind: 'retry', error, delayMs: 3_600_000 });
    assert.deepEqual(outcomeOf(named(-5), fresh), { kind: 'retry', error, delayMs: 0 });
    assert.deepEqual(outcomeOf(named(Infinity), fresh), { kind: 'retry', error, delayMs: 172_800_000 });
    assert.deepEqual(outcomeOf(named(1000), exhausted), { kind: 'failed', error });
    assert.throws(() => named(Number.NaN), RangeError);
  });

  test('is random without being told so', () => {
    const delays = Array.from({ length: 20 }, () => outcomeOf(threw, fresh));
    for (const outcome of delays) assert.ok(outcome.kind === 'retry' && outcome.delayMs <= 1000);
    assert.ok(new Set(delays.map((outcome) => JSON.stringify(outcome))).size > 1);
  });
});

describe('a result', () => {
  test('that is missing is stored as null', () => {
    assert.deepEqual(outcomeOf(returned(undefined), fresh), { kind: 'succeeded', result: null });
    assert.deepEqual(outcomeOf(returned(null), fresh), { kind: 'succeeded', result: null });
  });

  test('that is falsy is stored as it is', () => {
    for (const result of [0, '', false]) {
      assert.deepEqual(outcomeOf(returned(result), fresh), { kind: 'succeeded', result });
    }
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const unfit: Record<string, { result: unknown; message: RegExp }> = {
    'a function': { result: () => 1, message: /^the result is a function, which JSON cannot carry$/ },
    'a symbol': { result: Symbol('x'), message: /^the result is a symbol, which JSON cannot carry$/ },
    'a bigint': { result: 10n, message: /BigInt/ },
    'a bigint within': { result: { size: [10n] }, message: /BigInt/ },
    circular: { result: circular, message: /circular/ },
    'too deep': {
      result: JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`),
      message: /^the result has more than 500 levels$/,
    },
  };
  for (const [name, { result, message }] of Object.entries(unfit)) {
    test(`that is ${name} fails the task at once, as the handler's fault`, () => {
      const outcome = outcomeOf(returned(result), fresh);
      assert.ok(outcome.kind === 'failed');
      assert.equal(outcome.error.code, 'INVALID_RESULT');
      assert.equal(outcome.error.retryable, false);
      assert.match(outcome.error.message, message);
    });
  }
});

describe('the message of an error', () => {
  const thrown: Record<string, { error: unknown; message: string }> = {
    'an error': { error: new RangeError('out of range'), message: 'out of range' },
    'an error without a message': { error: new Error(), message: '' },
    'a text': { error: 'a text', message: 'a text' },
    'a number': { error: 42, message: '42' },
    undefined: { error: undefined, message: 'undefined' },
    null: { error: null, message: 'null' },
    'a symbol': { error: Symbol('odd'), message: 'Symbol(odd)' },
    'an error whose message is no text': {
      error: Object.assign(new Error(), { message: { status: 500 } }),
      message: '[object Object]',
    },
    'an error whose message is missing': {
      error: Object.assign(new Error(), { message: undefined }),
      message: 'undefined',
    },
    'an object that has no text': { error: Object.create(null), message: 'an error without a text' },
    'an error that throws when it is read': {
      error: Object.defineProperty(new Error(), 'message', {
        get() {
          throw new Error('unreadable');
        },
      }),
      message: 'an error without a text',
    },
  };
  for (const [name, { error, message }] of Object.entries(thrown)) {
    test(`is a text when the handler throws ${name}`, () => {
      const outcome = outcomeOf({ kind: 'threw', error, retryable: true }, exhausted);
      assert.deepEqual(outcome, { kind: 'failed', error: { code: 'HANDLER_ERROR', message, retryable: true } });
    });
  }
});
