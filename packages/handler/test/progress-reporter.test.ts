import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Progress } from '@offload/contract';
import { eventLoopTurn, latch } from '@offload/test-services';
import { createProgressReporter } from '../src/progress-reporter.ts';

const INTERVAL_MS = 500;

/** A reporter whose time is the test's own, and what it has written. */
function start(t: TestContext, write?: (progress: Progress) => Promise<void>) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const written: Progress[] = [];
  const reporter = createProgressReporter(async (progress) => {
    written.push(progress);
    await write?.(progress);
  });
  return {
    ...reporter,
    /** Everything written so far. */
    async written() {
      await eventLoopTurn();
      return written;
    },
    async percents() {
      await eventLoopTurn();
      return written.map(({ percent }) => percent);
    },
    pass(ms: number) {
      nowMs += ms;
      t.mock.timers.tick(ms);
    },
  };
}

describe('progress', () => {
  test('is written at once the first time', async (t) => {
    const reporter = start(t);
    reporter.report(10, 'first');
    assert.deepEqual(await reporter.percents(), [10]);
  });

  test('is written again after half a second, the latest only', async (t) => {
    const reporter = start(t);
    for (const percent of [10, 20, 30, 40]) reporter.report(percent);
    reporter.pass(INTERVAL_MS - 1);
    assert.deepEqual(await reporter.percents(), [10]);
    reporter.pass(1);
    assert.deepEqual(await reporter.percents(), [10, 40]);
  });

  test('is written at most twice a second, however often it is reported', async (t) => {
    const reporter = start(t);
    for (let ms = 0; ms < 3000; ms += 10) {
      reporter.report(ms / 30);
      reporter.pass(10);
    }
    // At 0, 500, …, 3000 ms.
    assert.equal((await reporter.written()).length, 7);
  });

  test('is written at once again after a quiet interval', async (t) => {
    const reporter = start(t);
    reporter.report(10);
    reporter.pass(INTERVAL_MS);
    reporter.report(20);
    assert.deepEqual(await reporter.percents(), [10, 20]);
  });

  test('is not written a second time when nothing new was reported', async (t) => {
    const reporter = start(t);
    reporter.report(10);
    reporter.pass(5 * INTERVAL_MS);
    await reporter.flush();
    assert.deepEqual(await reporter.percents(), [10]);
  });

  test('is written in order, one write after the other', async (t) => {
    const { opened, open } = latch();
    const reporter = start(t, () => opened);
    reporter.report(10);
    reporter.pass(INTERVAL_MS);
    reporter.report(20);
    assert.deepEqual(await reporter.percents(), [10]);
    open();
    assert.deepEqual(await reporter.percents(), [10, 20]);
  });
});

describe('the end of progress', () => {
  test('writes what is still unwritten and waits for it', async (t) => {
    const { opened, open } = latch();
    const reporter = start(t, ({ percent }) => (percent === 20 ? opened : Promise.resolve()));
    reporter.report(10);
    reporter.report(20);
    let isFlushed = false;
    const flushing = reporter.flush().then(() => {
      isFlushed = true;
    });
    assert.deepEqual(await reporter.percents(), [10, 20]);
    assert.equal(isFlushed, false);
    open();
    await flushing;
    assert.equal(isFlushed, true);
  });

  test('has nothing to write where nothing was reported', async (t) => {
    const reporter = start(t);
    await reporter.flush();
    assert.deepEqual(await reporter.written(), []);
  });

  for (const before of [[], [10], [10, 20]]) {
    test(`is final after ${before.length} reports: a handler that was cut off reports in vain`, async (t) => {
      const reporter = start(t);
      for (const percent of before) reporter.report(percent);
      await reporter.flush();
      reporter.report(90);
      reporter.pass(2 * INTERVAL_MS);
      reporter.report(95);
      await reporter.flush();
      assert.deepEqual(await reporter.percents(), before);
    });
  }
});

describe('a report', () => {
  const percents: [given: number, written: number][] = [
    [-5, 0],
    [0, 0],
    [33.333, 33.3],
    [99.97, 100],
    [150, 100],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
  ];
  for (const [given, expected] of percents) {
    test(`of ${given} percent is written as ${expected}`, async (t) => {
      const reporter = start(t);
      reporter.report(given);
      assert.deepEqual(await reporter.percents(), [expected]);
    });
  }

  test('of less than before is written as that', async (t) => {
    const reporter = start(t);
    for (const percent of [30, 20, Number.NaN, 40]) {
      reporter.report(percent);
      reporter.pass(INTERVAL_MS);
    }
    assert.deepEqual(await reporter.percents(), [30, 30, 30, 40]);
  });

  test('has its message, or null', async (t) => {
    const reporter = start(t);
    reporter.report(10, '1 of 10');
    reporter.pass(INTERVAL_MS);
    reporter.report(20);
    assert.deepEqual(
      (await reporter.written()).map(({ message }) => message),
      ['1 of 10', null],
    );
  });

  test('estimates the seconds to the end from the time that the progress so far took', async (t) => {
    const reporter = start(t);
    for (const percent of [0, 25, 50, 100]) {
      reporter.report(percent);
      reporter.pass(2000);
    }
    assert.deepEqual(
      (await reporter.written()).map(({ percent, etaSeconds }) => [percent, etaSeconds]),
      [
        [0, null],
        [25, 6],
        [50, 4],
        [100, 0],
      ],
    );
  });
});
