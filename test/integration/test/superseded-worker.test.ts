import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { createDeployment, withChannel } from '@offload/test-deployment';
import { eventually, startProxy, startRabbitMq } from '@offload/test-services';

async function executionsFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-executions-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'executions');
}

function executions(file: string): number {
  return readFileSync(file, 'utf8').trimEnd().split('\n').length;
}

test('a worker that was stopped until its task was redone elsewhere cannot store its result', async (t) => {
  const deployment = await createDeployment(t, { scripted: true });
  const api = await deployment.startApi();
  const heartbeat = new URL(deployment.amqpUrl);
  heartbeat.searchParams.set('heartbeat', '2');
  const stale = await deployment.startWorker({ AMQP_URL: heartbeat.href });
  const { id } = await api.submitScripted({ script: 'ok', durationMs: 1000 });
  await api.taskIn('running', id);
  stale.kill('SIGSTOP');

  await deployment.startWorker({ AMQP_URL: heartbeat.href });
  const done = await api.taskIn('succeeded', id);
  stale.kill('SIGCONT');
  await stale.waitForOutput(/outcome refused|given up/, 20_000);

  const after = await api.task(id);
  assert.deepEqual(after.result, { attempt: 2 });
  assert.equal(after.finishedAt, done.finishedAt);
  assert.deepEqual(
    after.attempts.map(({ outcome }) => outcome),
    ['worker_lost', 'succeeded'],
  );
});

test('a worker that is cut off from broker and database is replaced within two heartbeats, and refused later', async (t) => {
  const deployment = await createDeployment(t, { scripted: true });
  const api = await deployment.startApi();
  const broker = new URL(deployment.amqpUrl);
  broker.searchParams.set('heartbeat', '2');
  const database = new URL(deployment.databaseUrl);
  const proxies = await Promise.all(
    [Number(broker.port || 5672), Number(database.port || 5432)].map((port) => startProxy({ host: '127.0.0.1', port })),
  );
  t.after(() => Promise.all(proxies.map((proxy) => proxy.close())));
  const [toBroker, toDatabase] = proxies;
  assert.ok(toBroker && toDatabase);
  const proxied = (url: URL, port: number) => Object.assign(new URL(url), { port: String(port) }).href;
  const cutOff = await deployment.startWorker({
    AMQP_URL: proxied(broker, toBroker.port),
    DATABASE_URL: proxied(database, toDatabase.port),
  });
  const { id } = await api.submitScripted({ script: 'ok', durationMs: 10_000 });
  await api.taskIn('running', id);
  await deployment.startWorker();

  const cutAt = Date.now();
  for (const proxy of proxies) proxy.blackHole();
  const done = await api.taskIn('succeeded', id);
  const restartedAt = Date.parse(done.attempts[1]?.startedAt ?? '');
  // Two heartbeats of 2 s, in which the broker counts a third as it goes, and the takeover.
  assert.ok(restartedAt - cutAt < 8000, `${restartedAt - cutAt} ms`);
  await Promise.all(proxies.map((proxy) => proxy.restore()));
  await cutOff.waitForOutput(/outcome refused|given up/, 20_000);
  assert.deepEqual((await api.task(id)).result, { attempt: 2 });
});

describe('a task is executed once although its worker loses the message', () => {
  test('to a connection that the broker closes, again and again', async (t) => {
    const rabbitMq = await startRabbitMq();
    t.after(() => rabbitMq.remove());
    const log = await executionsFile(t);
    const deployment = await createDeployment(t, { scripted: true, amqpUrl: rabbitMq.amqpUrl });
    const api = await deployment.startApi();
    await Promise.all([deployment.startWorker(), deployment.startWorker()]);
    const { id } = await api.submitScripted({ script: 'ok', durationMs: 5000, log });
    await api.taskIn('running', id);
    await rabbitMq.ctl('close_all_connections', 'for a test');
    const done = await api.taskIn('succeeded', id);
    assert.equal(done.attempt, 1);
    assert.equal(executions(log), 1);
    await eventually(async () => assert.equal((await api.queue()).messagesReady, 0));
  });

  test('to a broker that restarts', async (t) => {
    const rabbitMq = await startRabbitMq();
    t.after(() => rabbitMq.remove());
    const log = await executionsFile(t);
    const deployment = await createDeployment(t, { scripted: true, amqpUrl: rabbitMq.amqpUrl });
    const api = await deployment.startApi();
    await Promise.all([deployment.startWorker(), deployment.startWorker()]);
    const { id } = await api.submitScripted({ script: 'ok', durationMs: 5000, log });
    await api.taskIn('running', id);
    await rabbitMq.stop();
    await rabbitMq.start();
    const done = await api.taskIn('succeeded', id, 60_000);
    assert.equal(done.attempt, 1);
    assert.equal(executions(log), 1);
  });

  test('to an ack timeout, and the worker takes the next task within 5 s', async (t) => {
    const rabbitMq = await startRabbitMq({ conf: 'consumer_timeout = 2000' });
    t.after(() => rabbitMq.remove());
    // The broker looks once a minute otherwise.
    await rabbitMq.ctl('eval', 'application:set_env(rabbit, channel_tick_interval, 500).');
    const log = await executionsFile(t);
    const deployment = await createDeployment(t, { scripted: true, amqpUrl: rabbitMq.amqpUrl });
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    const { id } = await api.submitScripted({ script: 'ok', durationMs: 12_000, log });
    await worker.waitForOutput(/delivery lost, the attempt goes on/, 15_000);
    const struckAt = Date.now();
    const next = await api.submitScripted({ script: 'ok' });
    const { startedAt } = await api.taskIn('succeeded', next.id);
    assert.ok(Date.parse(startedAt ?? '') - struckAt < 5000);
    assert.equal((await api.taskIn('succeeded', id)).attempt, 1);
    assert.equal(executions(log), 1);
  });

  test('to the deletion of its queue', async (t) => {
    const log = await executionsFile(t);
    const deployment = await createDeployment(t, { scripted: true });
    const api = await deployment.startApi();
    await deployment.startWorker();
    const { id } = await api.submitScripted({ script: 'ok', durationMs: 3000, log });
    await api.taskIn('running', id);
    await withChannel(deployment.amqpUrl, (channel) => channel.deleteQueue(deployment.queue));
    assert.equal((await api.taskIn('succeeded', id)).attempt, 1);
    assert.equal(executions(log), 1);
  });
});
