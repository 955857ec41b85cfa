import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTopology, LONGEST_TIMEOUT_MS } from '@offload/contract';
import { parse } from 'yaml';
import { textOf } from './repository.ts';

interface Policy {
  name: string;
  pattern: string;
  priority: number;
  definition: Record<string, unknown>;
}

const conf = await textOf('deploy/rabbitmq/rabbitmq.conf');
const { policies } = JSON.parse(await textOf('deploy/rabbitmq/definitions.json')) as { policies: Policy[] };

/** The one policy that a broker applies to a queue. */
function policyOf(queue: string): Policy {
  const [policy] = policies
    .filter(({ pattern }) => new RegExp(pattern).test(queue))
    .sort((a, b) => b.priority - a.priority);
  assert.ok(policy, queue);
  return policy;
}

test('the shipped broker waits an hour longer for an acknowledgement than any task may take', () => {
  const [, milliseconds] = /^consumer_timeout = (\d+)$/m.exec(conf) ?? [];
  assert.ok(Number(milliseconds) >= LONGEST_TIMEOUT_MS + 3_600_000);
});

test('the policy of task_queue waits as long, whatever the configuration of its broker says', () => {
  const [, milliseconds] = /^consumer_timeout = (\d+)$/m.exec(conf) ?? [];
  assert.equal(policyOf(createTopology().queue).definition['consumer-timeout'], Number(milliseconds));
});

test('no queue drops a message because it was delivered often', () => {
  const { queue, deadQueue } = createTopology();
  for (const name of [queue, deadQueue, 'other']) assert.equal(policyOf(name).definition['delivery-limit'], -1, name);
});

test('a container may take longer to stop than its process does', async () => {
  const { services } = parse(await textOf('docker-compose.yml'), { merge: true }) as {
    services: Record<'api' | 'worker', { stop_grace_period: string; environment: { SHUTDOWN_GRACE_MS: number } }>;
  };
  const closeGraceMs = async (path: string) => {
    const [, milliseconds = ''] = /CLOSE_GRACE_MS = ([\d_]+);/.exec(await textOf(path)) ?? [];
    return Number(milliseconds.replaceAll('_', ''));
  };
  const needed = {
    api: await closeGraceMs('apps/api/src/run-api.ts'),
    worker: await closeGraceMs('apps/worker/src/run-worker.ts'),
  };
  for (const app of ['api', 'worker'] as const) {
    const { stop_grace_period, environment } = services[app];
    const graceMs = Number.parseInt(stop_grace_period, 10) * 1000;
    assert.ok(graceMs > environment.SHUTDOWN_GRACE_MS + needed[app], app);
  }
});

test('the cluster gives every process all of its brokers, and waits for them', async () => {
  const { services, configs } = parse(await textOf('deploy/cluster/docker-compose.yml'), {
    merge: true,
    customTags: [
      { tag: '!reset', collection: 'seq' },
      { tag: '!override', collection: 'seq' },
    ],
  }) as {
    services: Record<string, { environment: { AMQP_URL?: string }; depends_on?: object }>;
    configs: { cluster: { content: string } };
  };
  const brokers = Object.keys(services).filter((name) => name.startsWith('rabbitmq'));
  const nodes = [...configs.cluster.content.matchAll(/nodes\.\d = rabbit@(\S+)$/gm)].map(([, host]) => host);
  assert.deepEqual(nodes, brokers);
  for (const app of ['api', 'worker']) {
    const { environment, depends_on = {} } = services[app] ?? assert.fail(app);
    const hosts = [...(environment.AMQP_URL ?? '').matchAll(/@([\w-]+):5672/g)].map(([, host]) => host);
    assert.deepEqual(hosts, brokers, app);
    assert.deepEqual(Object.keys(depends_on), brokers, app);
  }
});

test('every process starts with the same limit on its space for new objects', async () => {
  const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> };
  const [, limit = ''] = /^ENV NODE_OPTIONS=(--max-semi-space-size=\d+)$/m.exec(await textOf('Dockerfile')) ?? [];
  assert.notEqual(limit, '');
  for (const name of ['start', 'api', 'worker']) assert.ok(scripts[name]?.startsWith(`node ${limit} `), name);
});
