import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type QueueMeasurement, StoreUnavailableError } from '@offload/store';
import { QueueGauge } from '../src/queue-gauge.ts';

const USED: QueueMeasurement = {
  queue: 'other',
  queued: 3,
  running: 2,
  due: 0,
  scheduled: 0,
  oldestMs: 50,
  workers: 1,
  slots: 4,
  started: 100,
};

describe('the gauge of queues', () => {
  /** A gauge on a store that answers as told, with a clock that is set by hand. */
  function scripted(answer: () => Promise<QueueMeasurement[]>) {
    const clock = { now: 0 };
    let looks = 0;
    const store = {
      measureQueues: () => {
        looks++;
        return answer();
      },
    };
    const gauge = new QueueGauge({ store, queues: ['task_queue'], now: () => clock.now });
    return { gauge, clock, looks: () => looks };
  }

  test('looks once for all who ask at the same time, or within a second', async () => {
    const { gauge, clock, looks } = scripted(async () => [USED]);
    await Promise.all(Array.from({ length: 100 }, () => gauge.read()));
    clock.now = 999;
    await gauge.read();
    assert.equal(looks(), 1);
    clock.now = 1000;
    await gauge.read();
    assert.equal(looks(), 2);
  });

  test('looks the less often, the longer a look takes', async () => {
    const { gauge, clock, looks } = scripted(async () => {
      clock.now += 200;
      return [USED];
    });
    await gauge.read();
    clock.now = 200 + 3999;
    await gauge.read();
    assert.equal(looks(), 1);
    clock.now = 200 + 4000;
    await gauge.read();
    assert.equal(looks(), 2);
  });

  test('tells nothing old when the store does not answer, and asks it again a second later', async () => {
    let isAway = true;
    const { gauge, clock, looks } = scripted(async () => {
      clock.now += 5000;
      if (isAway) throw new StoreUnavailableError('away');
      return [USED];
    });
    await assert.rejects(gauge.read(), StoreUnavailableError);
    await assert.rejects(gauge.read(), StoreUnavailableError);
    assert.equal(looks(), 1);
    isAway = false;
    clock.now += 1000;
    assert.equal((await gauge.read()).queues.length, 2);
  });

  test('knows its own queue before anything names it', async () => {
    const { gauge } = scripted(async () => []);
    const [queue, ...others] = (await gauge.read()).queues;
    assert.deepEqual([queue?.queue, queue?.queued, queue?.oldestMs, others], ['task_queue', 0, null, []]);
  });

  test('knows how fast tasks are started from the second look on', async () => {
    let started = 100;
    const { gauge, clock } = scripted(async () => [{ ...USED, started }]);
    const rate = async () => (await gauge.read()).queues.find(({ queue }) => queue === 'other')?.startedPerSecond;
    assert.equal(await rate(), null);
    clock.now = 10_000;
    started = 150;
    assert.equal(await rate(), 5);
  });
});
