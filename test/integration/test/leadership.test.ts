import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';

for (const signal of ['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const) {
  test(`another API replica takes over the background roles within 10 s of a ${signal}`, async (t) => {
    const deployment = await createDeployment(t);
    const first = await deployment.startApi();
    await first.program.waitForOutput(/"leading/);
    const second = await deployment.startApi();

    const endedAt = performance.now();
    first.program.kill(signal);
    await second.program.waitForOutput(/"leading/, 15_000);
    const tookMs = performance.now() - endedAt;
    assert.ok(tookMs < 10_000, `${Math.round(tookMs)} ms`);
  });
}

test('one replica leads, and a frozen one that comes back does not', async (t) => {
  const deployment = await createDeployment(t);
  const first = await deployment.startApi();
  await first.program.waitForOutput(/"leading/);
  const second = await deployment.startApi();
  first.program.kill('SIGSTOP');
  await second.program.waitForOutput(/"leading/, 15_000);
  first.program.kill('SIGCONT');
  await first.program.waitForOutput(/no longer leading/, 10_000);
  const { id } = await first.submit('no dots');
  await deployment.startWorker();
  assert.equal((await second.taskIn('succeeded', id)).attempt, 1);
});
