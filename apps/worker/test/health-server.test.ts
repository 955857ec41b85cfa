import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Metrics } from '@offload/metrics';
import { createHealthServer } from '../src/health-server.ts';

describe('the health server of a worker', () => {
  let isReady = false;
  const metrics = new Metrics();
  const server = createHealthServer(() => isReady, metrics);

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  async function ask(path: string): Promise<{ status: number; body: unknown }> {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, body: await answer.json() };
  }

  test('says that the process is alive, whether or not it takes tasks', async () => {
    for (isReady of [false, true]) assert.deepEqual(await ask('/healthz'), { status: 200, body: { status: 'ok' } });
  });

  test('says whether the worker takes tasks', async () => {
    isReady = false;
    assert.deepEqual(await ask('/readyz'), { status: 503, body: { status: 'not ready' } });
    isReady = true;
    assert.deepEqual(await ask('/readyz'), { status: 200, body: { status: 'ok' } });
  });

  test('tells Prometheus what the worker has counted', async () => {
    metrics.counter('test_total', 'A count.').of().add();
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.match(await answer.text(), /^# HELP test_total A count\.\n# TYPE test_total counter\ntest_total 1\n/);
  });

  test('knows no other path', async () => {
    isReady = true;
    assert.deepEqual(await ask('/'), { status: 404, body: { status: 'not found' } });
  });
});
