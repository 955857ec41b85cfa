import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from '@offload/store';
import { eventually, uniqueName } from '@offload/test-services';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

const REPORTS = 'task_queue.reports';

describe('a worker of several queues', () => {
  let bench: WorkerBench;
  let store: Store;
  useWorkerBench((own, shared) => {
    bench = own;
    store = shared;
  });

  const queues = [
    { name: 'task_queue', concurrency: 1 },
    { name: REPORTS, concurrency: 2 },
  ];

  test('runs as many tasks of each as it has slots for, and none waits for those of the other', async () => {
    bench.start({ queues });
    for (let count = 0; count < 4; count++) await bench.submit('wait', { queue: REPORTS });
    await eventually(() => assert.equal(bench.scripts.running, 2));
    const { id } = await bench.submit('ok');
    await bench.reaches(id, 'succeeded');
    assert.equal(bench.scripts.running, 2);
  });

  test('is one worker on the list, which names its queues and counts all its slots', async () => {
    const name = uniqueName('worker');
    bench.start({ queues, name });
    await eventually(async () => {
      const record = (await store.listWorkers()).find((worker) => worker.name === name);
      assert.deepEqual(
        [record?.queue, record?.queues, record?.concurrency],
        ['task_queue', ['task_queue', REPORTS], 3],
      );
    });
  });

  test('takes nothing from a queue that it does not serve', async () => {
    bench.start({ queues: queues.slice(0, 1) });
    const { id } = await bench.submit('ok', { queue: REPORTS });
    await bench.reaches((await bench.submit('ok')).id, 'succeeded');
    assert.equal((await bench.read(id)).state, 'queued');
  });

  test("adopts another producer's message as a task of the queue that it came on", async () => {
    bench.start({ queues });
    const message = { properties: {}, body: Buffer.from('from the tutorial') };
    await bench.broker.publisher.publish({ queue: REPORTS }, message, 1000);
    await eventually(async () => {
      const { items } = await store.list({ limit: 100, type: 'sleep', states: ['succeeded'] });
      assert.deepEqual(
        items.map(({ queue }) => queue),
        [REPORTS],
      );
    });
  });
});
