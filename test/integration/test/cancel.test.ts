import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ApiRequests, createDeployment, type Task } from '@offload/test-deployment';
import { eventually } from '@offload/test-services';

async function cancel({ url }: ApiRequests, id: string): Promise<{ status: number; task: Task }> {
  const response = await fetch(`${url}/tasks/${id}/cancel`, { method: 'POST' });
  return { status: response.status, task: (await response.json()) as Task };
}

describe('a running task', () => {
  test('is cancelled from any replica, and its handler told, within a second', async (t) => {
    const deployment = await createDeployment(t, { scripted: true });
    const [api, other] = await Promise.all([deployment.startApi(), deployment.startApi()]);
    await deployment.startWorker();
    const { id } = await api.submitScripted({ script: 'obey' });
    await api.taskIn('running', id);
    await eventually(async () => assert.equal(await brokerOf(other), 'ready'));

    const { status, task } = await cancel(other, id);
    assert.equal(status, 202);
    assert.equal(task.state, 'running');
    assert.notEqual(task.cancelRequestedAt, null);
    const cancelled = await api.taskIn('cancelled', id);
    const tookMs = Date.parse(cancelled.finishedAt ?? '') - Date.parse(cancelled.cancelRequestedAt ?? '');
    assert.ok(tookMs < 1000, `${tookMs} ms`);
    assert.equal(cancelled.result, null);
    assert.equal((await cancel(api, id)).status, 409);
  });

  test('whose handler ignores its signal is cut off after the grace period', async (t) => {
    const deployment = await createDeployment(t, { scripted: true });
    const api = await deployment.startApi();
    await deployment.startWorker();
    const { id } = await api.submitScripted({ script: 'hang' });
    await api.taskIn('running', id);
    await cancel(api, id);
    const { attempts } = await api.taskIn('cancelled', id);
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      ['cancelled'],
    );
  });

  test('stays cancelled when its worker dies before it has heard of it', async (t) => {
    const deployment = await createDeployment(t, { scripted: true });
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    const { id } = await api.submitScripted({ script: 'obey' });
    await api.taskIn('running', id);
    worker.kill('SIGSTOP');
    await cancel(api, id);
    worker.kill('SIGKILL');
    await deployment.startWorker();
    assert.equal((await api.taskIn('cancelled', id)).attempt, 1);
  });
});

test('a queued task that is cancelled never runs, also when everything is restarted', async (t) => {
  const deployment = await createDeployment(t);
  const first = await deployment.startApi();
  const { id } = await first.submit('no dots');
  assert.equal((await cancel(first, id)).status, 200);
  first.program.kill('SIGKILL');
  const second = await deployment.startApi();
  await deployment.startWorker();
  const later = await second.submit('no dots');
  await second.taskIn('succeeded', later.id);
  const cancelled = await second.task(id);
  assert.equal(cancelled.state, 'cancelled');
  assert.equal(cancelled.attempt, 0);
});

async function brokerOf({ url }: ApiRequests): Promise<string> {
  return ((await (await fetch(`${url}/readyz`)).json()) as { broker: string }).broker;
}
