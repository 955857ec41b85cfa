import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createDeployment, type Deployment, type Task, withChannel } from '@offload/test-deployment';
import { eventually, startProxy, startRabbitMq } from '@offload/test-services';

/** Milliseconds: the reconciler's margin, two of its pauses, the dispatcher, and a busy machine. */
const RECONCILED_WITHIN_MS = 40_000;

/** Milliseconds: the reconciler's margin, and two of its pauses. */
const PATIENCE_MS = 20_000;

/** Each task has succeeded, and was executed once. */
function assertOnce(tasks: readonly Task[]): void {
  assert.deepEqual([...new Set(tasks.map(({ attempt }) => attempt))], [1]);
}

async function submitted(api: { submit(message: string): Promise<Task> }, count: number): Promise<string[]> {
  const tasks = await Promise.all(Array.from({ length: count }, () => api.submit('no dots')));
  return tasks.map(({ id }) => id);
}

function amqpPort(url: string): number {
  return Number(new URL(url).port || 5672);
}

describe('queued tasks whose messages are gone are sent again and run once', () => {
  const losses: Record<string, (deployment: Deployment) => Promise<unknown>> = {
    'the queue was purged': ({ amqpUrl, queue }) => withChannel(amqpUrl, (channel) => channel.purgeQueue(queue)),
    'the queue was deleted': ({ amqpUrl, queue }) => withChannel(amqpUrl, (channel) => channel.deleteQueue(queue)),
  };
  for (const [name, lose] of Object.entries(losses)) {
    test(name, async (t) => {
      const deployment = await createDeployment(t);
      const api = await deployment.startApi();
      const ids = await submitted(api, 100);
      await lose(deployment);
      await deployment.startWorker({ WORKER_CONCURRENCY: '10' });
      assertOnce(await api.succeeded(ids, RECONCILED_WITHIN_MS));
    });
  }

  test('some of them, while the queue goes on', async (t) => {
    const deployment = await createDeployment(t);
    const api = await deployment.startApi();
    const lost = await submitted(api, 20);
    await withChannel(deployment.amqpUrl, (channel) => channel.purgeQueue(deployment.queue));
    await deployment.startWorker();
    const later: string[] = [];
    const going = new AbortController();
    t.after(() => going.abort());
    const submitting = (async () => {
      while (!going.signal.aborted) {
        later.push((await api.submit('no dots')).id);
        await delay(200);
      }
    })();
    assertOnce(await api.succeeded(lost, RECONCILED_WITHIN_MS));
    going.abort();
    await submitting;
    assertOnce(await api.succeeded(later, RECONCILED_WITHIN_MS));
  });

  test('the API was killed between insert and publish', async (t: TestContext) => {
    const deployment = await createDeployment(t);
    const proxy = await startProxy({ host: '127.0.0.1', port: amqpPort(deployment.amqpUrl) });
    t.after(() => proxy.close());
    const proxied = new URL(deployment.amqpUrl);
    proxied.port = String(proxy.port);
    const doomed = await deployment.startApi({ AMQP_URL: proxied.href });
    const api = await deployment.startApi();
    await eventually(async () => {
      const readiness = (await (await fetch(`${doomed.url}/readyz`)).json()) as { broker: string };
      assert.equal(readiness.broker, 'ready');
    });

    // The row is stored, its message swallowed by the network, and nobody lives to notice.
    proxy.blackHole();
    const unanswered = Promise.allSettled(Array.from({ length: 5 }, () => doomed.submit('no dots')));
    const ids = await eventually(
      async () => {
        const stored = (await api.tasks()).filter(({ state }) => state === 'queued').map(({ id }) => id);
        assert.equal(stored.length, 5);
        return stored;
      },
      { intervalMs: 10 },
    );
    doomed.program.kill('SIGKILL');
    await unanswered;
    assert.equal((await api.queue()).messagesReady, 0);

    await deployment.startWorker();
    assertOnce(await api.succeeded(ids, RECONCILED_WITHIN_MS));
  });

  test('the broker came back with an empty disk', async (t) => {
    const rabbitMq = await startRabbitMq({ defaultQueueType: 'classic' });
    t.after(() => rabbitMq.remove());
    const deployment = await createDeployment(t, { amqpUrl: rabbitMq.amqpUrl });
    const api = await deployment.startApi();
    const ids = await submitted(api, 50);
    await rabbitMq.ctl('stop_app');
    await rabbitMq.ctl('reset');
    await rabbitMq.ctl('start_app');
    await rabbitMq.ctl('add_vhost', rabbitMq.vhost);
    await rabbitMq.ctl('set_permissions', '-p', rabbitMq.vhost, 'guest', '.*', '.*', '.*');
    await deployment.startWorker({ WORKER_CONCURRENCY: '10' });
    assertOnce(await api.succeeded(ids, RECONCILED_WITHIN_MS));
  });
});

test('a backlog behind a busy worker is not sent again, however long it waits', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  await deployment.startWorker();
  const blocker = await api.submit('.'.repeat(60));
  await api.taskIn('running', blocker.id);
  await submitted(api, 10);
  await api.program.waitForOutput(/"leading/);
  // Nothing happens, so there is nothing to wait for but the time in which it would.
  await delay(PATIENCE_MS);
  assert.equal((await api.queue()).messagesReady, 10);
  assert.doesNotMatch(api.program.output(), /without a message/);
});
