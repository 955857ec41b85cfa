import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Outcome, type Settlement, StoreUnavailableError } from '@offload/store';
import { eventLoopTurn, eventually, latch } from '@offload/test-services';
import { settle } from '../src/settle.ts';
import { LOST } from '../src/while-ours.ts';
import { scriptedDelivery } from './scripted-delivery.ts';
import { silent } from './silent-logger.ts';

const error = { code: 'HANDLER_ERROR', message: 'it threw', retryable: true };
const outcomes: Outcome[] = [
  { kind: 'succeeded', result: null },
  { kind: 'retry', error, delayMs: 0 },
  { kind: 'failed', error },
  { kind: 'cancelled' },
];
const interrupted: Outcome = { kind: 'interrupted', error };

/** The worker goes on. */
const open = new AbortController().signal;

function settlement(outcome: Outcome): Settlement {
  return { taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', attempt: 1, outcome };
}

/** A store that is away for the first calls. */
function storeAwayFor(calls: number) {
  const store = {
    calls: 0,
    settle: async () => {
      store.calls++;
      if (store.calls <= calls) throw new StoreUnavailableError('away');
      return 'stored' as const;
    },
  };
  return store;
}

describe('settling an attempt', () => {
  for (const outcome of outcomes) {
    test(`that ended as '${outcome.kind}' stores it first and then acknowledges, once`, async () => {
      const events: string[] = [];
      const gate = latch();
      const delivery = scriptedDelivery({ onAck: () => events.push('acknowledged') });
      const store = {
        settle: async (given: Settlement) => {
          assert.deepEqual(given, settlement(outcome));
          await gate.opened;
          events.push('stored');
          return 'stored' as const;
        },
      };
      const settled = settle(store, delivery, settlement(outcome), open, silent);
      await eventLoopTurn();
      assert.deepEqual(events, []);
      gate.open();
      assert.equal(await settled, 'stored');
      assert.deepEqual(events, ['stored', 'acknowledged']);
    });
  }

  test('acknowledges a superseded one too: its message has been answered by another attempt', async () => {
    const delivery = scriptedDelivery();
    const store = { settle: async () => 'superseded' as const };
    assert.equal(await settle(store, delivery, settlement({ kind: 'cancelled' }), open, silent), 'superseded');
    assert.equal(delivery.acks, 1);
  });

  test('holds the delivery while the store is away, and acknowledges when it is back', async () => {
    const delivery = scriptedDelivery();
    const store = storeAwayFor(2);
    const settled = settle(store, delivery, settlement({ kind: 'cancelled' }), open, silent);
    await eventually(() => assert.equal(store.calls, 2));
    assert.equal(delivery.acks, 0);
    assert.equal(await settled, 'stored');
    assert.equal(store.calls, 3);
    assert.equal(delivery.acks, 1);
  });

  test('gives up when the worker ends meanwhile, without acknowledging', async () => {
    const delivery = scriptedDelivery();
    const store = storeAwayFor(Number.POSITIVE_INFINITY);
    const closed = new AbortController();
    const settled = settle(store, delivery, settlement({ kind: 'cancelled' }), closed.signal, silent);
    await eventLoopTurn();
    closed.abort();
    assert.equal(await settled, LOST);
    assert.equal(store.calls, 1);
    assert.equal(delivery.acks, 0);
  });

  test('whose result the store refuses fails it, since it would be refused for ever', async () => {
    const delivery = scriptedDelivery();
    const given: Outcome[] = [];
    const store = {
      settle: async ({ outcome }: Settlement) => {
        given.push(outcome);
        if (outcome.kind === 'succeeded') throw new RangeError('too large');
        return 'stored' as const;
      },
    };
    assert.equal(
      await settle(store, delivery, settlement({ kind: 'succeeded', result: null }), open, silent),
      'stored',
    );
    assert.deepEqual(
      given.map((outcome) => ('error' in outcome ? outcome.error.code : outcome.kind)),
      ['succeeded', 'INVALID_RESULT'],
    );
    assert.equal(delivery.acks, 1);
  });

  test('goes on after an error that nobody expected', async () => {
    const delivery = scriptedDelivery();
    let calls = 0;
    const store = {
      settle: async () => {
        if (++calls === 1) throw new TypeError('a defect');
        return 'stored' as const;
      },
    };
    assert.equal(await settle(store, delivery, settlement({ kind: 'cancelled' }), open, silent), 'stored');
    assert.equal(delivery.acks, 1);
  });
});

describe('settling an interrupted attempt', () => {
  test('stores it and leaves its message to go back to the queue', async () => {
    const delivery = scriptedDelivery();
    assert.equal(await settle(storeAwayFor(0), delivery, settlement(interrupted), open, silent), 'stored');
    assert.equal(delivery.acks, 0);
  });

  test('holds it while the store is away, as any other', async () => {
    const delivery = scriptedDelivery();
    const store = storeAwayFor(1);
    assert.equal(await settle(store, delivery, settlement(interrupted), open, silent), 'stored');
    assert.equal(store.calls, 2);
    assert.equal(delivery.acks, 0);
  });
});

describe('settling an attempt whose delivery is lost', () => {
  for (const outcome of [...outcomes, interrupted]) {
    test(`stores '${outcome.kind}' all the same: the attempt may still be the current one`, async () => {
      const delivery = scriptedDelivery();
      delivery.lose();
      const store = storeAwayFor(0);
      assert.equal(await settle(store, delivery, settlement(outcome), open, silent), 'stored');
      assert.equal(store.calls, 1);
    });
  }

  test('tries until the store is back: the attempt may have outlived its delivery', async () => {
    const delivery = scriptedDelivery();
    delivery.lose();
    const store = storeAwayFor(1);
    assert.equal(await settle(store, delivery, settlement({ kind: 'cancelled' }), open, silent), 'stored');
    assert.equal(store.calls, 2);
  });
});
