import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHandler } from '@offload/handler';
import { eventually } from '@offload/test-services';
import { useWorkerBench, type WorkerBench } from '../worker-bench.ts';

let bench: WorkerBench;

useWorkerBench((ofTest) => {
  bench = ofTest;
});

for (const runIn of ['thread', 'process'] as const) {
  describe(`a worker whose handler runs in a ${runIn} of its own`, () => {
    function handlers() {
      const module = new URL('./scripted-handler.js', import.meta.url);
      const scripted = defineHandler<typeof import('./scripted-handler.ts')>({ runIn, module });
      return { ...bench.scripts.handlers, scripted };
    }

    test('times a task out that spins for ever, and goes on to the next one', async () => {
      bench.start({ handlers: handlers() });
      const spinning = await bench.submit('spin', { timeoutMs: 200, maxAttempts: 1 });
      const next = await bench.submit('echo');
      assert.equal((await bench.reaches(spinning.id, 'failed')).error?.code, 'TASK_TIMEOUT');
      const { attempt, result } = await bench.reaches(next.id, 'succeeded');
      const { id: taskId } = next;
      assert.deepEqual([attempt, result], [1, { payload: { script: 'echo' }, taskId, attempt: 1, failures: 0 }]);
    });

    test(`fails a task that ends its ${runIn}, and goes on to the next one`, async () => {
      bench.start({ handlers: handlers() });
      const exiting = await bench.submit('exit', { maxAttempts: 1 });
      const next = await bench.submit('echo');
      const { error } = await bench.reaches(exiting.id, 'failed');
      assert.deepEqual([error?.code, error?.retryable], ['HANDLER_ERROR', true]);
      await bench.reaches(next.id, 'succeeded');
    });

    test(`hands a spinning task back when it is stopped, and ends the ${runIn}`, async (t) => {
      const own = handlers();
      const close = t.mock.method(own.scripted as { close(): Promise<void> }, 'close');
      const worker = bench.start({ handlers: own, shutdownGraceMs: 0 });
      const spinning = await bench.submit('spin after a word');
      await eventually(async () => assert.equal((await bench.read(spinning.id)).progress?.percent, 10));
      await worker.stop();
      const { state, attempts } = await bench.read(spinning.id);
      assert.deepEqual([state, attempts[0]?.outcome], ['queued', 'interrupted']);
      assert.equal(close.mock.callCount(), 1);
    });
  });
}
