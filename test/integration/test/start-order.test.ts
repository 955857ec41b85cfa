import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';
import { eventually, freePort, startRabbitMq } from '@offload/test-services';

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

test('API and worker that are started before their broker wait for it, say so, and go on by themselves', async (t) => {
  const [port, healthPort] = [await freePort(), await freePort()];
  const deployment = await createDeployment(t, {
    amqpUrl: `amqp://guest:guest@127.0.0.1:${port}/offload`,
  });
  const health = `http://127.0.0.1:${healthPort}`;
  const api = await deployment.startApi();
  const worker = await deployment.launchWorker({ HEALTH_PORT: String(healthPort) });
  await worker.waitForOutput(/broker failure, trying again/, 30_000);
  const { id, state } = await api.submit('no dots');
  assert.equal(state, 'scheduled');
  await eventually(async () => assert.equal(await statusOf(`${health}/healthz`), 200));
  assert.equal(await statusOf(`${health}/readyz`), 503);

  const rabbitMq = await startRabbitMq({ port });
  t.after(() => rabbitMq.remove());
  await api.taskIn('succeeded', id, 60_000);
  assert.equal(await statusOf(`${health}/readyz`), 200);

  await rabbitMq.stop();
  await eventually(async () => assert.equal(await statusOf(`${health}/readyz`), 503));
  await rabbitMq.start();
  await eventually(async () => assert.equal(await statusOf(`${health}/readyz`), 200), { timeoutMs: 30_000 });
});
