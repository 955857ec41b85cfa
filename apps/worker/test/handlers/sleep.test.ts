import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sleep } from '../../src/handlers/sleep.ts';
import { handlerContext } from '../handler-context.ts';

/** Runs the handler and records its progress. */
async function run(message: string, signal = new AbortController().signal) {
  const progress: [percent: number, message: string | undefined][] = [];
  const startedAt = performance.now();
  const report = (percent: number, message?: string) => void progress.push([percent, message]);
  const result = await sleep(handlerContext({ message }, { signal, progress: report }));
  return { result, progress, tookMs: performance.now() - startedAt };
}

describe('the sleep handler', () => {
  test('is done at once with a message without dots', async () => {
    const { result, progress, tookMs } = await run('No dots, no work');
    assert.deepEqual(result, { sleptSeconds: 0 });
    assert.deepEqual(progress, []);
    assert.ok(tookMs < 1000);
  });

  test('sleeps a second for each dot, wherever it stands, and reports each', async () => {
    const { result, progress, tookMs } = await run('.Hello.');
    assert.deepEqual(result, { sleptSeconds: 2 });
    assert.deepEqual(progress, [
      [50, '1 of 2'],
      [100, '2 of 2'],
    ]);
    assert.ok(tookMs >= 1990, `it took ${tookMs} ms`);
  });

  test('ends when its signal is aborted', async () => {
    const controller = new AbortController();
    const running = run('.'.repeat(10_000), controller.signal);
    setImmediate(() => controller.abort());
    await assert.rejects(running, { name: 'AbortError' });
  });
});
