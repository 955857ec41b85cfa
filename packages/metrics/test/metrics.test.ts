import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Metrics, recordBatches, TaskMetrics } from '../src/index.ts';

/** The lines of a metric, without its help and type. */
async function linesOf(metrics: Metrics, name: string): Promise<string[]> {
  const { text } = await metrics.expose();
  return text.split('\n').filter((line) => line.startsWith(name));
}

describe('metrics', () => {
  test('count by their labels', async () => {
    const metrics = new Metrics();
    const counts = metrics.counter('test_total', 'A count.', ['type', 'outcome']);
    const failed = counts.of('sleep', 'failed');
    failed.add();
    failed.add();
    counts.of('a "b"\n', 'succeeded').add();
    assert.deepEqual(await linesOf(metrics, 'test_total'), [
      'test_total{type="sleep",outcome="failed"} 2',
      'test_total{type="a \\"b\\"\\n",outcome="succeeded"} 1',
    ]);
  });

  test('put a value into the first bucket that it does not exceed, and into all above', async () => {
    const metrics = new Metrics();
    const sizes = metrics.histogram('test_size', 'Sizes.', [1, 10]).of();
    for (const size of [0.5, 1, 1.5, 10, 11]) sizes.observe(size);
    assert.deepEqual(await linesOf(metrics, 'test_size'), [
      'test_size_bucket{le="1"} 2',
      'test_size_bucket{le="10"} 4',
      'test_size_bucket{le="+Inf"} 5',
      'test_size_sum 24',
      'test_size_count 5',
    ]);
  });

  test('are the same for all who ask for a name', async () => {
    const metrics = new Metrics();
    metrics.counter('test_total', 'A count.').of().add();
    metrics.counter('test_total', 'A count.').of().add();
    assert.deepEqual(await linesOf(metrics, 'test_total'), ['test_total 2']);
  });

  test('tell what is known when somebody asks, also what was added since, and say nothing of what cannot be told', async () => {
    const metrics = new Metrics();
    let value = 1;
    metrics.add({ name: 'test_one', help: 'One.', type: 'gauge', samples: () => [{ labels: {}, value: value++ }] });
    assert.deepEqual(await linesOf(metrics, 'test_'), ['test_one 1']);
    metrics.add({ name: 'test_two', help: 'Two.', type: 'gauge', samples: async () => [] });
    assert.deepEqual(await linesOf(metrics, 'test_'), ['test_one 2']);
    assert.ok((await metrics.expose()).text.includes('# TYPE test_two gauge\n'));
  });

  test('come in the order in which they were added, but for one that is to be first', async () => {
    const metrics = new Metrics();
    for (const name of ['test_a', 'test_b']) metrics.counter(name, 'A count.').of();
    await metrics.expose();
    metrics.add({ name: 'test_c', help: 'First.', type: 'gauge', isFirst: true, samples: () => [] });
    const { text } = await metrics.expose();
    const names = [...text.matchAll(/^# TYPE (test_\w)/gm)].map(([, name]) => name);
    assert.deepEqual(names, ['test_c', 'test_a', 'test_b']);
  });

  test('come before those of Node.js, the lag of its event loop among these', async () => {
    const metrics = new Metrics();
    metrics.counter('test_total', 'A count.').of();
    const { text, contentType } = await metrics.expose();
    assert.equal(contentType, 'text/plain; version=0.0.4; charset=utf-8');
    assert.ok(text.startsWith('# HELP test_total'));
    assert.ok(text.includes('\nnodejs_eventloop_lag_p99_seconds '));
  });

  test('of tasks have the known types for labels, and one for all others', async () => {
    const metrics = new Metrics();
    const { ended } = new TaskMetrics(metrics, ['sleep']);
    for (const type of ['sleep', 'made up', 'constructor', 'made up, too']) ended.failed.of(type).add();
    const lines = await linesOf(metrics, 'offload_attempts_total');
    assert.deepEqual(
      lines.filter((line) => !line.endsWith(' 0')),
      [
        'offload_attempts_total{type="sleep",outcome="failed"} 1',
        'offload_attempts_total{type="unknown",outcome="failed"} 3',
      ],
    );
    assert.equal(lines.length, 7);
  });

  test('of the store say how many tasks shared a statement', async () => {
    const metrics = new Metrics();
    const onBatch = recordBatches(metrics);
    onBatch('settle', 3);
    onBatch('settle', 300);
    const lines = await linesOf(metrics, 'offload_store_batch_size');
    const line = (rest: string) => lines.find((one) => one.includes('statement="settle"') && one.includes(rest));
    assert.ok(line('le="2"')?.endsWith(' 0'));
    assert.ok(line('le="4"')?.endsWith(' 1'));
    assert.ok(line('le="256"')?.endsWith(' 1'));
    assert.ok(line('_sum')?.endsWith(' 303'));
  });
});
