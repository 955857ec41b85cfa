import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metrics } from '@offload/metrics';
import { eventually } from '@offload/test-services';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

let bench: WorkerBench;
useWorkerBench((ofTest) => {
  bench = ofTest;
});

test('a worker measures how long tasks waited and ran, and how their attempts ended', async () => {
  const metrics = new Metrics();
  const lines = async () => (await metrics.expose()).text.split('\n');
  bench.start({ metrics });
  for (const script of ['ok', 'ok', 'refuse', 'throw']) await bench.submit(script);
  await eventually(async () => {
    const text = await lines();
    assert.ok(text.includes('offload_attempts_total{type="scripted",outcome="succeeded"} 2'));
    assert.ok(text.includes('offload_attempts_total{type="scripted",outcome="failed"} 1'));
    assert.ok(text.includes('offload_attempts_total{type="scripted",outcome="retry"} 1'));
  });
  const text = await lines();
  assert.ok(text.includes('offload_task_wait_seconds_count{type="scripted"} 4'));
  assert.ok(text.includes('offload_task_run_seconds_count{type="scripted"} 4'));
});
