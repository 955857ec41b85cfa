import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Store, StoreUnavailableError } from '@offload/store';
import { eventually } from '@offload/test-services';
import type { Worker } from '../src/worker.ts';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

let store: Store;
let bench: WorkerBench;

useWorkerBench((ofTest, ofFile) => {
  bench = ofTest;
  store = ofFile;
});

async function messagesReady(): Promise<number> {
  return (await bench.broker.queueFigures(1000)).messagesReady;
}

/** The task is as it was before its attempt, which is kept as interrupted and does not count. */
async function assertHandedBack(id: string, worker: Worker): Promise<void> {
  const task = await bench.read(id);
  assert.equal(task.state, 'queued');
  assert.equal(task.error, null);
  assert.deepEqual(
    task.attempts.map(({ number, worker: name, outcome, error }) => [number, name, outcome, error?.code]),
    [[1, worker.name, 'interrupted', 'INTERRUPTED']],
  );
  assert.equal(await messagesReady(), 1);
  const claim = await store.claim({ taskId: id, worker: 'next', redelivered: true });
  assert.ok(claim.kind === 'claimed');
  assert.deepEqual([claim.attempt, claim.maxAttempts, claim.failures], [2, 3, 0]);
}

describe('a worker that is stopped', () => {
  test('is gone at once when nothing runs, however often it is told', async () => {
    const worker = bench.start();
    await eventually(() => assert.equal(worker.isReady, true));
    const stopping = worker.stop();
    assert.equal(worker.stop(), stopping);
    await stopping;
    assert.equal(worker.isReady, false);
    assert.equal((await bench.broker.queueFigures(1000)).consumers, 0);
  });

  test('finishes what runs and takes nothing new', async () => {
    const worker = bench.start();
    const first = await bench.running('wait');
    const second = await bench.submit('wait');
    const stopping = worker.stop();
    await eventually(async () => assert.equal((await bench.broker.queueFigures(1000)).consumers, 0));
    bench.scripts.openGate();
    await stopping;

    const finished = await bench.read(first.id);
    assert.equal(finished.state, 'succeeded');
    assert.equal(finished.result, 'waited');
    assert.equal((await bench.read(second.id)).state, 'queued');
    assert.equal(bench.scripts.started, 1);
    assert.equal(await messagesReady(), 1);
  });

  test('stays on the list of workers while it drains', async () => {
    const worker = bench.start();
    await bench.running('wait');
    const isListed = async () => (await store.listWorkers()).some(({ name }) => name === worker.name);
    const stopping = worker.stop();
    assert.equal(await isListed(), true);
    bench.scripts.openGate();
    await stopping;
    assert.equal(await isListed(), false);
  });

  for (const script of ['obey', 'hang']) {
    test(`hands back what runs beyond the grace period (its handler would ${script})`, async () => {
      const worker = bench.start({ shutdownGraceMs: 30 });
      const task = await bench.running(script);
      await worker.stop();
      await assertHandedBack(task.id, worker);
    });
  }

  test('stores the result of a handler that finishes when it is told to stop', async () => {
    const worker = bench.start({ shutdownGraceMs: 0 });
    const task = await bench.running('return when told to stop');
    await worker.stop();
    const finished = await bench.read(task.id);
    assert.equal(finished.state, 'succeeded');
    assert.equal(finished.result, 'finished all the same');
    assert.equal(await messagesReady(), 0);
  });

  test('leaves to the next worker what it handed back, as a second attempt', async () => {
    const worker = bench.start({ shutdownGraceMs: 0 });
    const task = await bench.running('wait');
    await worker.stop();
    const next = bench.start();
    bench.scripts.openGate();
    const done = await bench.reaches(task.id, 'succeeded');
    assert.deepEqual(
      done.attempts.map(({ number, worker: name, outcome }) => [number, name, outcome]),
      [
        [1, worker.name, 'interrupted'],
        [2, next.name, 'succeeded'],
      ],
    );
  });

  test('ends although the store is away, and leaves its messages on the queue', async () => {
    const away = () => Promise.reject(new StoreUnavailableError('away'));
    const worker = bench.start({
      shutdownGraceMs: 0,
      store: { ...store, settle: away, removeWorker: away },
    });
    const task = await bench.running('obey');
    await worker.stop();
    assert.equal(await messagesReady(), 1);
    assert.equal((await bench.read(task.id)).state, 'running');

    bench.start({ shutdownGraceMs: 0 });
    const retried = await eventually(async () => {
      const found = await bench.read(task.id);
      assert.equal(found.attempt, 2);
      return found;
    });
    assert.equal(retried.attempts[0]?.outcome, 'worker_lost');
  });
});
