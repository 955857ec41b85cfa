import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeControl } from '@offload/contract';
import { type Store, StoreUnavailableError } from '@offload/store';
import { eventually } from '@offload/test-services';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

const QUEUE = 'task_queue';
const REPORTS = 'task_queue.reports';

describe('a worker and a paused queue', () => {
  let bench: WorkerBench;
  let store: Store;
  useWorkerBench((own, shared) => {
    bench = own;
    store = shared;
  });

  const signal = () => bench.broker.publisher.publish('control', encodeControl({ kind: 'queues' }), 1000);

  async function pause(queue = QUEUE, until?: string): Promise<void> {
    await store.pauseQueue({ queue, by: 'ops', reason: 'test', ...(until === undefined ? {} : { until }) });
    await signal();
  }

  async function resume(queue = QUEUE): Promise<void> {
    await store.resumeQueue(queue);
    await signal();
  }

  async function consumers(count: number, queue = QUEUE): Promise<void> {
    await eventually(async () => assert.equal((await bench.broker.queueFigures(1000, queue)).consumers, count));
  }

  test('what runs is finished, what waits stays, and goes on when the queue is resumed', async () => {
    const worker = bench.start();
    const running = await bench.running('wait');
    const waiting = await bench.submit('ok');
    await pause();
    await consumers(0);
    assert.equal(worker.isReady, true);
    bench.scripts.openGate();
    await bench.reaches(running.id, 'succeeded');
    assert.equal((await bench.read(waiting.id)).state, 'queued');
    await resume();
    await bench.reaches(waiting.id, 'succeeded');
  });

  test('another queue of the same worker goes on', async () => {
    bench.start({
      queues: [
        { name: QUEUE, concurrency: 1 },
        { name: REPORTS, concurrency: 1 },
      ],
    });
    await consumers(1, REPORTS);
    await pause(REPORTS);
    await consumers(0, REPORTS);
    const report = await bench.submit('ok', { queue: REPORTS });
    await bench.reaches((await bench.submit('ok')).id, 'succeeded');
    assert.equal((await bench.read(report.id)).state, 'queued');
    await resume(REPORTS);
    await bench.reaches(report.id, 'succeeded');
  });

  test('what was delivered and not started goes back to the queue, marked, while others run', async () => {
    let isDown = false;
    const claim: Store['claim'] = (request) =>
      isDown ? Promise.reject(new StoreUnavailableError('down')) : store.claim(request);
    bench.start({ concurrency: 3, store: { ...store, claim } });
    const running = await bench.running('wait');
    isDown = true;
    const tasks = [await bench.submit('ok'), await bench.submit('ok')];
    await eventually(async () => assert.equal((await bench.broker.queueFigures(1000)).messagesUnacknowledged, 3));
    await pause();
    await eventually(async () => {
      const { messagesReady, messagesUnacknowledged, consumers: left } = await bench.broker.queueFigures(1000);
      assert.deepEqual([messagesReady, messagesUnacknowledged, left], [2, 1, 0]);
    });
    isDown = false;
    await resume();
    bench.scripts.openGate();
    for (const { id } of [running, ...tasks]) assert.equal((await bench.reaches(id, 'succeeded')).attempt, 1);
    await bench.queueIsDone();
  });

  test('resumed while a task of before still runs, it never runs more at once than it has slots', async () => {
    bench.start();
    await bench.running('wait');
    const next = await bench.submit('wait');
    await pause();
    await consumers(0);
    await resume();
    await pause();
    await resume();
    bench.scripts.openGate();
    await bench.reaches(next.id, 'succeeded');
    assert.equal(bench.scripts.mostRunning, 1);
  });

  test('a worker that starts meanwhile takes nothing, and is ready', async () => {
    await pause();
    const { id } = await bench.submit('ok');
    const worker = bench.start();
    await eventually(() => assert.equal(worker.isReady, true));
    await consumers(0);
    assert.equal((await bench.read(id)).state, 'queued');
    await resume();
    await bench.reaches(id, 'succeeded');
  });

  test('a pause whose time has passed ends with the next heartbeat', async () => {
    await pause(QUEUE, new Date(Date.now() + 300).toISOString());
    const { id } = await bench.submit('ok');
    bench.start();
    await eventually(async () => assert.deepEqual(await store.listPauses(), []));
    await bench.reaches(id, 'succeeded');
  });

  test('it can be stopped', async () => {
    const worker = bench.start();
    await consumers(1);
    await pause();
    await consumers(0);
    await worker.stop();
    await store.resumeQueue(QUEUE);
    await consumers(0);
  });
});
