import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';
import { eventually, type RabbitMq, startRabbitMq } from '@offload/test-services';

for (const defaultQueueType of ['quorum', 'classic'] as const) {
  describe(`with ${defaultQueueType} queues`, () => {
    let rabbitmq: RabbitMq;
    before(async () => {
      rabbitmq = await startRabbitMq({ defaultQueueType, plugins: ['rabbitmq_management'] });
    });
    after(() => rabbitmq.remove());

    for (const [how, end] of [
      ['shut down', () => rabbitmq.stop()],
      ['killed', () => rabbitmq.kill()],
    ] as const) {
      test(`tasks survive a broker that is ${how}, and workers resume by themselves`, async (t) => {
        const deployment = await createDeployment(t, { amqpUrl: rabbitmq.amqpUrl });
        const api = await deployment.startApi();
        await deployment.startWorker();
        const ids = [(await api.submit('..')).id];
        for (let index = 0; index < 10; index++) ids.push((await api.submit('no dots')).id);
        await api.taskIn('running', String(ids[0]));

        await end();
        const meanwhile = await api.submit('no dots');
        assert.equal(meanwhile.state, 'scheduled');
        await rabbitmq.start();

        await api.succeeded([...ids, meanwhile.id], 60_000);
        await eventually(async () => {
          const figures = await rabbitmq.ctl(
            '-q',
            '-p',
            rabbitmq.vhost,
            'list_queues',
            'name',
            'messages',
            'consumers',
          );
          assert.match(figures, new RegExp(`${deployment.queue}\\s+0\\s+1\\b`));
        });
      });
    }

    test('GET /queues gives the very figures of rabbitmqctl', async (t) => {
      const deployment = await createDeployment(t, {
        amqpUrl: rabbitmq.amqpUrl,
        managementUrl: String(rabbitmq.managementUrl),
      });
      const api = await deployment.startApi();
      await deployment.startWorker({ WORKER_CONCURRENCY: '2' });
      const columns = ['name', 'messages_ready', 'messages_unacknowledged', 'consumers'];
      const rabbitmqctl = () => rabbitmq.ctl('-q', '-p', rabbitmq.vhost, 'list_queues', ...columns);
      // The broker counts anew every five seconds.
      const timeoutMs = 20_000;

      await api.succeeded([(await api.submit('no dots')).id]);
      const idle = { name: deployment.queue, messagesReady: 0, messagesUnacknowledged: 0, consumers: 1, paused: null };
      await eventually(async () => assert.deepEqual(await api.queue(), idle), { timeoutMs, intervalMs: 100 });
      await eventually(
        async () => assert.match(await rabbitmqctl(), new RegExp(`${deployment.queue}\\s+0\\s+0\\s+1\\b`)),
        { timeoutMs, intervalMs: 500 },
      );

      for (let index = 0; index < 3; index++) await api.submit('.'.repeat(60));
      const busy = { ...idle, messagesReady: 1, messagesUnacknowledged: 2 };
      await eventually(async () => assert.deepEqual(await api.queue(), busy), { timeoutMs, intervalMs: 100 });
      await eventually(
        async () => assert.match(await rabbitmqctl(), new RegExp(`${deployment.queue}\\s+1\\s+2\\s+1\\b`)),
        { timeoutMs, intervalMs: 500 },
      );
    });

    test('a queue that was declared differently is explained, and work goes on once it is mended', async (t) => {
      const deployment = await createDeployment(t, { amqpUrl: rabbitmq.amqpUrl });
      await withOtherDeclaration(rabbitmq, deployment.queue);
      const api = await deployment.startApi();
      const worker = await deployment.launchWorker();
      for (const program of [api.program, worker]) {
        const [line] = await program.waitForOutput(/.*TOPOLOGY_MISMATCH.*/, 20_000);
        for (const part of [deployment.queue, 'durable', 'true', 'false', 'delete_queue']) {
          assert.ok(line.includes(part), `'${part}' is not in: ${line}`);
        }
      }
      const task = await api.submit('no dots');
      assert.equal(task.state, 'scheduled');

      await rabbitmq.ctl('-q', '-p', rabbitmq.vhost, 'delete_queue', deployment.queue);
      await api.succeeded([task.id], 60_000);
    });
  });
}

async function withOtherDeclaration(rabbitmq: RabbitMq, queue: string): Promise<void> {
  const declaration = `rabbit_amqqueue:declare(rabbit_misc:r(<<"${rabbitmq.vhost}">>, queue, <<"${queue}">>), false, false, [], none, <<"test">>).`;
  await rabbitmq.ctl('eval', declaration);
}
