import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeControl } from '@offload/contract';
import type { Store } from '@offload/store';
import { eventLoopTurn, latch } from '@offload/test-services';
import { Turnstile, turnstilesOf } from '../src/turnstile.ts';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

const never = new AbortController().signal;

describe('a turnstile', () => {
  /** Someone who goes through and stays until told to leave. */
  function visitor(turnstile: Turnstile, hurry = never) {
    const leaving = latch();
    const seen = { isInside: false };
    const passing = turnstile.pass(hurry, async () => {
      seen.isInside = true;
      await leaving.opened;
    });
    return {
      get isInside() {
        return seen.isInside;
      },
      leave: async () => {
        leaving.open();
        await passing;
        await eventLoopTurn();
      },
    };
  }

  test('lets its limit through, and others in their order as it is left', async () => {
    const turnstile = new Turnstile(2);
    const [one, two, three, four] = [1, 2, 3, 4].map(() => visitor(turnstile)) as [Visitor, Visitor, Visitor, Visitor];
    await eventLoopTurn();
    assert.deepEqual([one.isInside, two.isInside, three.isInside, four.isInside], [true, true, false, false]);
    assert.equal(turnstile.isFull, true);
    await two.leave();
    assert.deepEqual([three.isInside, four.isInside], [true, false]);
    await one.leave();
    assert.equal(four.isInside, true);
    await three.leave();
    assert.equal(turnstile.isFull, false);
    await four.leave();
  });

  test('is left also by what throws', async () => {
    const turnstile = new Turnstile(1);
    await assert.rejects(
      turnstile.pass(never, () => Promise.reject(new Error('it threw'))),
      /it threw/,
    );
    assert.equal(await turnstile.pass(never, async () => 'through'), 'through');
  });

  test('holds nobody up who is in a hurry, and lets no more through for it', async () => {
    const turnstile = new Turnstile(1);
    const one = visitor(turnstile);
    const hurrying = new AbortController();
    const two = visitor(turnstile, hurrying.signal);
    const three = visitor(turnstile);
    hurrying.abort();
    await eventLoopTurn();
    assert.deepEqual([two.isInside, three.isInside], [true, false]);
    await one.leave();
    assert.equal(three.isInside, false);
    await two.leave();
    assert.equal(three.isInside, true);
    await three.leave();
  });

  type Visitor = ReturnType<typeof visitor>;
});

describe('a worker whose handler has a concurrency', () => {
  let bench: WorkerBench;
  let store: Store;
  useWorkerBench((ofTest, itsStore) => {
    bench = ofTest;
    store = itsStore;
  });

  function limited(concurrency: number) {
    const { handlers } = bench.scripts;
    return { ...handlers, scripted: Object.assign(handlers.scripted as () => Promise<unknown>, { concurrency }) };
  }

  test('runs so many attempts of the type at once, and others beside them', async () => {
    bench.start({ handlers: limited(2), concurrency: 5 });
    const tasks = await Promise.all(Array.from({ length: 4 }, () => bench.submit('wait')));
    const other = await bench.submit('', { type: 'sleep', payload: { message: '' } });
    await bench.reaches(other.id, 'succeeded');
    assert.equal(bench.scripts.running, 2);
    bench.scripts.openGate();
    for (const { id } of tasks) await bench.reaches(id, 'succeeded');
    assert.equal(bench.scripts.mostRunning, 2);
  });

  test('does not count the time that an attempt waits for its turn', async () => {
    bench.start({ handlers: limited(1), concurrency: 2 });
    const [first, second] = [
      await bench.submit('obey', { timeoutMs: 400, maxAttempts: 1 }),
      await bench.submit('ok', { timeoutMs: 300 }),
    ];
    assert.equal((await bench.reaches(first.id, 'failed')).error?.code, 'TASK_TIMEOUT');
    const { attempt } = await bench.reaches(second.id, 'succeeded');
    assert.equal(attempt, 1);
  });

  test('cancels a task that waits for its turn', async () => {
    bench.start({ handlers: limited(1), concurrency: 2 });
    const running = await bench.running('wait');
    const waiting = await bench.submit('wait');
    await bench.reaches(waiting.id, 'running');
    await store.cancel(waiting.id);
    await bench.broker.publisher.publish('control', encodeControl({ kind: 'cancel', taskId: waiting.id }), 1000);
    await bench.reaches(waiting.id, 'cancelled');
    assert.equal(bench.scripts.started, 1);
    bench.scripts.openGate();
    await bench.reaches(running.id, 'succeeded');
  });
});

test('handlers without a limit have no turnstile', () => {
  assert.deepEqual([...turnstilesOf({ one: {}, two: { concurrency: 2 } }).keys()], ['two']);
});
