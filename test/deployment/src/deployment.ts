import type { TestContext } from 'node:test';
import { createTopology, type Topology, taskQueues } from '@offload/contract';
import { amqpUrl, createDatabase, type Program, startProcess, uniqueName } from '@offload/test-services';
import { type ApiRequests, apiRequests } from './api-requests.ts';
import { productEntries, scriptedEntries } from './entries.ts';
import { withChannel } from './with-channel.ts';

type Variables = Record<string, string | undefined>;

export interface DeploymentOptions {
  /** @default the test run's broker */
  amqpUrl?: string;
  /** @default none: the figures of the broker's management API are not asked for */
  managementUrl?: string;
  /** @default the default exchange */
  exchange?: string;
  /** Names of queues beside the main one. @default none */
  queues?: readonly string[];
  /** Signs callbacks, which may go to loopback then. @default none: no callbacks */
  callbackSecret?: string;
  /** Whether tasks may say how they behave; see `submitScripted`. @default false */
  scripted?: boolean;
}

/** Real API and worker processes that share a queue and a database of their own. */
export interface Deployment {
  readonly amqpUrl: string;
  readonly databaseUrl: string;
  readonly queue: string;
  /** Starts an API; resolves when it listens. */
  startApi(env?: Variables): Promise<ApiRequests & { program: Program }>;
  /** Starts a worker; resolves when the broker has its consumer. */
  startWorker(env?: Variables): Promise<Program>;
  /** Starts a worker without waiting for anything. */
  launchWorker(env?: Variables): Promise<Program>;
}

/** Prepares a deployment that is cleared when the test ends. */
export async function createDeployment(t: TestContext, options: DeploymentOptions = {}): Promise<Deployment> {
  const { exchange = '', managementUrl, queues = [], callbackSecret, scripted = false } = options;
  const entries = scripted ? scriptedEntries : productEntries;
  const broker = options.amqpUrl ?? amqpUrl();
  const queue = uniqueName('tasks');
  const database = await createDatabase();
  const programs: Program[] = [];
  t.after(async () => {
    await Promise.all(programs.map((program) => program.close()));
    await database.drop();
    const topology = createTopology(queue, exchange, queues, { hasCallbacks: callbackSecret !== undefined });
    if (options.amqpUrl === undefined) await deleteTopology(broker, topology);
  });

  async function start(entry: string, env: Variables): Promise<Program> {
    const program = await startProcess({
      entry,
      env: {
        AMQP_URL: broker,
        AMQP_MANAGEMENT_URL: managementUrl,
        DATABASE_URL: database.url,
        TASK_QUEUE: queue,
        TASK_EXCHANGE: exchange,
        QUEUES: queues.join(','),
        CALLBACK_SECRETS: callbackSecret,
        OUTBOUND_ALLOWED_HOSTS: callbackSecret && '127.0.0.1',
        LOG_LEVEL: 'info',
        ...env,
      },
    });
    programs.push(program);
    return program;
  }

  const launchWorker = (env: Variables = {}) =>
    start(entries.worker, { WORKER_CONCURRENCY: '1', HEALTH_PORT: '0', ...env });

  return {
    amqpUrl: broker,
    databaseUrl: database.url,
    queue,
    launchWorker,
    async startApi(env = {}) {
      const program = await start(entries.api, { HOST: '127.0.0.1', PORT: '0', ...env });
      const [url] = await program.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/, 30_000);
      return { ...apiRequests(url), program };
    },
    async startWorker(env) {
      const program = await launchWorker(env);
      await program.waitForOutput(/waiting for messages/, 30_000);
      return program;
    },
  };
}

async function deleteTopology(url: string, topology: Topology): Promise<void> {
  await withChannel(url, async (channel) => {
    for (const queue of taskQueues(topology)) await channel.deleteQueue(queue);
    await channel.deleteQueue(topology.deadQueue);
    await channel.deleteExchange(topology.controlExchange);
    await channel.deleteExchange(topology.eventsExchange);
    if (topology.exchange !== '') await channel.deleteExchange(topology.exchange);
  });
}
