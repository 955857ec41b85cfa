import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@offload/test-services';
import { inThread } from '../../src/threads/in-thread.ts';
import { useWorkerBench, type WorkerBench } from '../worker-bench.ts';

let bench: WorkerBench;

useWorkerBench((ofTest) => {
  bench = ofTest;
});

function threaded() {
  const scripted = inThread<typeof import('./scripted-handler.ts')>(new URL('./scripted-handler.js', import.meta.url));
  return { ...bench.scripts.handlers, scripted };
}

test('a task whose handler spins for ever is timed out, and the worker goes on to the next one', async () => {
  bench.start({ handlers: threaded() });
  const spinning = await bench.submit('spin', { timeoutMs: 200, maxAttempts: 1 });
  const next = await bench.submit('echo');
  assert.equal((await bench.reaches(spinning.id, 'failed')).error?.code, 'TASK_TIMEOUT');
  const { attempt, result } = await bench.reaches(next.id, 'succeeded');
  assert.deepEqual([attempt, result], [1, { payload: { script: 'echo' }, taskId: next.id, attempt: 1, failures: 0 }]);
});

test('a task whose handler ends its thread has failed, and the worker goes on to the next one', async () => {
  bench.start({ handlers: threaded() });
  const exiting = await bench.submit('exit', { maxAttempts: 1 });
  const next = await bench.submit('echo');
  const { error } = await bench.reaches(exiting.id, 'failed');
  assert.deepEqual([error?.code, error?.retryable], ['HANDLER_ERROR', true]);
  await bench.reaches(next.id, 'succeeded');
});

test('a worker that is stopped hands back a task whose handler spins, and ends its threads', async (t) => {
  const handlers = threaded();
  const close = t.mock.method(handlers.scripted, 'close');
  const worker = bench.start({ handlers, shutdownGraceMs: 0 });
  const spinning = await bench.submit('spin after a word');
  await eventually(async () => assert.equal((await bench.read(spinning.id)).progress?.percent, 10));
  await worker.stop();
  const { state, attempts } = await bench.read(spinning.id);
  assert.deepEqual([state, attempts[0]?.outcome], ['queued', 'interrupted']);
  assert.equal(close.mock.callCount(), 1);
});
