import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeControl } from '@offload/contract';
import type { Store } from '@offload/store';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

let store: Store;
let bench: WorkerBench;

useWorkerBench((ofTest, ofFile) => {
  bench = ofTest;
  store = ofFile;
});

function tellWorkers(taskId: string): Promise<void> {
  return bench.broker.publisher.publish('control', encodeControl({ kind: 'cancel', taskId }), 1000);
}

describe('a running task that is cancelled', () => {
  for (const script of ['obey', 'hang']) {
    test(`is cancelled as soon as its worker is told (its handler would ${script})`, async () => {
      bench.start();
      const task = await bench.running(script);
      assert.equal((await store.cancel(task.id)).kind, 'requested');
      await tellWorkers(task.id);
      const cancelled = await bench.reaches(task.id, 'cancelled');
      await bench.queueIsDone();
      assert.equal(cancelled.result, null);
      assert.deepEqual(
        cancelled.attempts.map(({ outcome }) => outcome),
        ['cancelled'],
      );
    });
  }

  test('is cancelled by the next heartbeat when nobody has told its worker', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    bench.start();
    const task = await bench.running('obey');
    await store.cancel(task.id);
    t.mock.timers.tick(5000);
    await bench.reaches(task.id, 'cancelled');
  });

  test('has succeeded when its handler was quicker', async () => {
    bench.start();
    const task = await bench.running('return when told to stop');
    await store.cancel(task.id);
    await tellWorkers(task.id);
    const done = await bench.reaches(task.id, 'succeeded');
    assert.equal(done.result, 'finished all the same');
  });

  test('is not retried when its attempt fails for another reason', async () => {
    bench.start();
    const task = await bench.running('wait, then throw');
    await store.cancel(task.id);
    bench.scripts.openGate();
    await bench.reaches(task.id, 'cancelled');
  });

  test('concerns no other task of the worker', async () => {
    bench.start({ concurrency: 2 });
    const cancelled = await bench.running('obey');
    const other = await bench.running('wait');
    await store.cancel(cancelled.id);
    await tellWorkers(cancelled.id);
    await bench.reaches(cancelled.id, 'cancelled');
    bench.scripts.openGate();
    await bench.reaches(other.id, 'succeeded');
  });
});
