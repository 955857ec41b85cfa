import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, type RabbitMq, startRabbitMq } from '@offload/test-services';

test('keeps a durable queue and its persistent message through SIGKILL and through an orderly stop', async (t) => {
  const broker = await startRabbitMq({ plugins: ['rabbitmq_management'] });
  t.after(() => broker.remove());

  await request(broker, 'PUT', 'queues/offload/kept', { durable: true });
  const message = { routing_key: 'kept', payload: 'hello', payload_encoding: 'string' };
  const properties = { delivery_mode: 2 };
  await request(broker, 'POST', 'exchanges/offload/amq.default/publish', { ...message, properties });
  assert.match(await broker.ctl('-q', 'list_queues', '-p', broker.vhost, 'name', 'type'), /^kept\tquorum$/m);

  await broker.kill();
  await assert.rejects(broker.ctl('ping'));
  await broker.start();
  await eventually(async () => assert.equal(await firstPayload(broker), 'hello'));

  await broker.stop();
  await broker.start();
  await eventually(async () => assert.equal(await firstPayload(broker), 'hello'));
});

test('two brokers at once do not meet, and each has its own default queue type and schedulers', async (t) => {
  const [quorum, classic] = await Promise.all([
    startRabbitMq(),
    startRabbitMq({ defaultQueueType: 'classic', conf: 'heartbeat = 7', schedulers: 2 }),
  ]);
  t.after(() => Promise.all([quorum.remove(), classic.remove()]));

  assert.equal(quorum.managementUrl, null);
  assert.notEqual(quorum.port, classic.port);
  assert.equal(await defaultQueueType(quorum), 'quorum');
  assert.equal(await defaultQueueType(classic), 'classic');
  assert.match(await classic.ctl('eval', 'application:get_env(rabbit, heartbeat).'), /\{ok,7\}/);
  assert.equal((await quorum.ctl('eval', 'erlang:system_info(schedulers).')).trim(), '1');
  assert.equal((await classic.ctl('eval', 'erlang:system_info(schedulers).')).trim(), '2');
});

test('tells the end of the log when the broker does not start', async () => {
  await assert.rejects(startRabbitMq({ conf: 'no_such_setting = 1' }), /ended while starting[\s\S]*no_such_setting/);
});

async function firstPayload(broker: RabbitMq): Promise<unknown> {
  const wanted = { count: 1, ackmode: 'ack_requeue_true', encoding: 'auto' };
  const response = await request(broker, 'POST', 'queues/offload/kept/get', wanted);
  const [message]: { payload: unknown }[] = JSON.parse(response);
  return message?.payload;
}

async function defaultQueueType(broker: RabbitMq): Promise<string | undefined> {
  const vhosts = await broker.ctl('-q', 'list_vhosts', '--no-table-headers', 'name', 'default_queue_type');
  return /^offload\t(\w+)$/m.exec(vhosts)?.[1];
}

async function request(broker: RabbitMq, method: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${broker.managementUrl}/api/${path}`, {
    method,
    headers: { authorization: `Basic ${btoa('guest:guest')}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // Asked of a quorum queue that has no leader yet, RabbitMQ 3 may never answer.
    signal: AbortSignal.timeout(2000),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text;
}
