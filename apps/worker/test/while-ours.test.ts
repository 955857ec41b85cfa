import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BrokerError, PublishNotConfirmedError } from '@offload/broker';
import { StoreUnavailableError } from '@offload/store';
import { LOST, whileOurs } from '../src/while-ours.ts';
import { silent } from './silent-logger.ts';

/** An action that fails with the given errors, one after the other, and then gives 'done'. */
function failing(...errors: Error[]) {
  const action = async () => {
    action.tries++;
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };
  action.tries = 0;
  return action;
}

const away = () => new StoreUnavailableError('away');

describe('while a delivery is ours', () => {
  test('an action that succeeds is done once', async () => {
    const action = failing();
    assert.equal(await whileOurs([new AbortController().signal], silent, action), 'done');
    assert.equal(action.tries, 1);
  });

  for (const error of [away(), new BrokerError('away'), new PublishNotConfirmedError('no confirm')]) {
    test(`an action is repeated after a ${error.name}`, async () => {
      const action = failing(error, error);
      assert.equal(await whileOurs([new AbortController().signal], silent, action), 'done');
      assert.equal(action.tries, 3);
    });
  }

  test('an action is repeated after any other error, too: the slot must not be lost with it', async () => {
    const action = failing(away(), new TypeError('a defect'));
    assert.equal(await whileOurs([new AbortController().signal], silent, action), 'done');
    assert.equal(action.tries, 3);
  });
});

describe('once a delivery is lost', () => {
  test('nothing is begun', async () => {
    const action = failing();
    assert.equal(await whileOurs([AbortSignal.abort()], silent, action), LOST);
    assert.equal(action.tries, 0);
  });

  test('nothing is tried again, and nobody waits for the next try', { timeout: 10_000 }, async (t) => {
    // Stretches the wait to an hour.
    t.mock.method(Math, 'random', () => 72_000);
    const lost = new AbortController();
    const action = failing(away(), away());
    const ended = whileOurs([lost.signal], silent, action);
    setImmediate(() => lost.abort());
    assert.equal(await ended, LOST);
    assert.equal(action.tries, 1);
  });

  test('what succeeded in the very moment counts', async () => {
    const lost = new AbortController();
    const result = await whileOurs([lost.signal], silent, async () => {
      lost.abort();
      return 'stored';
    });
    assert.equal(result, 'stored');
  });
});

test('the tries come at growing intervals, so that an outage is no busy loop', async () => {
  const lost = new AbortController();
  const times: number[] = [];
  await whileOurs([lost.signal], silent, async () => {
    times.push(performance.now());
    if (times.length === 4) lost.abort();
    throw away();
  });
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // At least half of 100, 200 and 400 ms; a timer may be early by less than a millisecond.
  for (const [index, leastMs] of [50, 100, 200].entries()) {
    assert.ok((waits[index] ?? 0) >= leastMs - 1, `wait ${index + 1} took ${waits[index]} ms`);
  }
});
