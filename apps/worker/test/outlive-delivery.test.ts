import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Store, StoreUnavailableError } from '@offload/store';
import { eventually } from '@offload/test-services';
import { type LosableBroker, losable } from './losable-broker.ts';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

let store: Store;
let bench: WorkerBench;
let broker: LosableBroker;

useWorkerBench((ofTest, ofFile) => {
  bench = ofTest;
  store = ofFile;
  broker = losable(bench.broker);
});

describe('an attempt whose delivery is lost', () => {
  test('goes on, is not started again by its message that came back, and its result is stored', async () => {
    bench.start({ broker });
    const task = await bench.running('wait');
    broker.lose();
    await eventually(async () => {
      const claim = await store.claim({ taskId: task.id, worker: 'next', redelivered: true });
      assert.deepEqual(claim, { kind: 'refused', reason: 'running' });
    });
    bench.scripts.openGate();
    const done = await bench.reaches(task.id, 'succeeded');
    assert.deepEqual(
      done.attempts.map(({ outcome }) => outcome),
      ['succeeded'],
    );
  });

  test('is told to stop when another worker has started the next one, and stores nothing', async () => {
    const away = () => Promise.reject(new StoreUnavailableError('away'));
    let isAway = true;
    bench.start({ broker, store: { ...store, detach: (held) => (isAway ? away() : store.detach(held)) } });
    const task = await bench.running('obey');
    broker.lose();
    const claim = await store.claim({ taskId: task.id, worker: 'next', redelivered: true });
    assert.ok(claim.kind === 'claimed');
    isAway = false;
    await eventually(() => assert.equal(bench.scripts.running, 0));
    const taken = await bench.read(task.id);
    assert.equal(taken.state, 'running');
    assert.deepEqual(
      taken.attempts.map(({ outcome }) => outcome),
      ['worker_lost', null],
    );
  });

  test('is interrupted without counting when as many others as the worker may run have outlived theirs', async () => {
    bench.start({ broker });
    const first = await bench.running('wait');
    broker.lose();
    const second = await bench.running('obey');
    broker.lose();
    const interrupted = await bench.reaches(second.id, 'scheduled');
    assert.deepEqual(
      interrupted.attempts.map(({ outcome }) => outcome),
      ['interrupted'],
    );
    bench.scripts.openGate();
    await bench.reaches(first.id, 'succeeded');
  });

  test('is due at once when its worker stops and has to interrupt it: no message would bring it back', async () => {
    const worker = bench.start({ broker, shutdownGraceMs: 0 });
    const task = await bench.running('obey');
    broker.lose();
    await eventually(async () => {
      const claim = await store.claim({ taskId: task.id, worker: 'next', redelivered: true });
      assert.equal(claim.kind, 'refused');
    });
    await worker.stop();
    const handedBack = await bench.read(task.id);
    assert.equal(handedBack.state, 'scheduled');
    assert.equal(handedBack.attempts[0]?.outcome, 'interrupted');
  });
});
