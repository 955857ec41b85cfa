import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEpmd, findRabbitMqBinary } from './binaries.ts';
import { freePort } from './free-port.ts';
import { tieToThisProcess } from './lifeline.ts';
import { installationAdvice } from './provision.ts';
import { nodeEnvironment, vhost, writeSettings } from './rabbitmq-settings.ts';
import { runCommand } from './run-command.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type RabbitMqOptions = {
  /** What a plain queue declare makes in the virtual host of `amqpUrl`. @default 'quorum', as in the shipped setup */
  defaultQueueType?: 'classic' | 'quorum';
  /** Lines added to rabbitmq.conf. */
  conf?: string;
  /** AMQP port. @default a free one */
  port?: number;
  /** Plugins to enable, such as `rabbitmq_management`. @default none, which starts fastest */
  plugins?: readonly string[];
  /** Threads that the node's schedulers get. @default 1, which starts fastest; a production node has one for each core */
  schedulers?: number;
};

/** A private RabbitMQ node on 127.0.0.1. */
export type RabbitMq = {
  /** URL with user, password and virtual host. */
  readonly amqpUrl: string;
  /** Base URL of the management API (guest/guest), or null without the plugin `rabbitmq_management`. */
  readonly managementUrl: string | null;
  readonly port: number;
  /** Name of the virtual host that `amqpUrl` leads to. */
  readonly vhost: string;
  /** Runs rabbitmqctl against this node and gives its output. */
  ctl(...args: string[]): Promise<string>;
  /** Shuts the node down in an orderly way. Data is kept. */
  stop(): Promise<void>;
  /** Ends the node by SIGKILL. Data is kept. */
  kill(): Promise<void>;
  /** Starts the node again, on the same ports and data. */
  start(): Promise<void>;
  /** Ends the node and deletes its data. */
  remove(): Promise<void>;
};

const startTimeoutMs = 90_000;

/**
 * Starts a private RabbitMQ node: own data folder, own cookie, own ports and own port mapper (epmd), so that it
 * neither meets nor disturbs another one. It ends with this process at the latest.
 * @throws Error with the end of the log when the node does not start
 */
export async function startRabbitMq(options: RabbitMqOptions = {}): Promise<RabbitMq> {
  const { defaultQueueType = 'quorum', conf = '', plugins = [], schedulers = 1 } = options;
  const server = required('rabbitmq-server', findRabbitMqBinary('rabbitmq-server'));
  const control = required('rabbitmqctl', findRabbitMqBinary('rabbitmqctl'));
  const epmdCommand = required('epmd', findEpmd());

  const port = options.port ?? (await freePort());
  const [distributionPort, epmdPort, managementPort] = [await freePort(), await freePort(), await freePort()];
  const managed = plugins.includes('rabbitmq_management');
  const folder = mkdtempSync(join(tmpdir(), 'offload-rabbitmq-'));
  const env = nodeEnvironment({ folder, epmdPort, distributionPort, schedulers });
  const logFile = join(folder, 'node.log');

  writeSettings({ folder, port, managementPort: managed ? managementPort : null, defaultQueueType, plugins, conf });

  const epmd = await startServerProcess({
    command: epmdCommand,
    args: ['-port', String(epmdPort), '-address', '127.0.0.1'],
    env,
    logFile: join(folder, 'epmd.log'),
  });
  await epmd.waitUntilReady(() => canConnect(epmdPort), 10_000);

  const ctl = (...args: string[]): Promise<string> => runCommand(control, args, { env });
  let node: ServerProcess | undefined;
  let release = tieToThisProcess({ groups: [epmd.pid], folder });
  let removed = false;

  const start = async (): Promise<void> => {
    if (node?.isRunning() === true) return;
    node = await startServerProcess({ command: server, args: [], env, logFile });
    release();
    release = tieToThisProcess({ groups: [node.pid, epmd.pid], folder });
    const { output } = node;
    await node.waitUntilReady(async () => {
      if (!/Server startup complete/.test(output())) throw new Error('the node is still starting');
      await canConnect(port);
    }, startTimeoutMs);
  };
  const remove = async (): Promise<void> => {
    if (removed) return;
    removed = true;
    await node?.end('SIGKILL');
    await epmd.end('SIGKILL');
    release();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    amqpUrl: `amqp://guest:guest@127.0.0.1:${port}/${encodeURIComponent(vhost)}`,
    managementUrl: managed ? `http://127.0.0.1:${managementPort}` : null,
    port,
    vhost,
    ctl,
    async stop() {
      await node?.end('SIGTERM');
    },
    async kill() {
      if (node?.isRunning() !== true) return;
      await writeQueueRegister(ctl);
      await node.end('SIGKILL');
    },
    start,
    remove,
  };
}

/**
 * RabbitMQ 3 writes the register of its quorum queues to disk with a delay of seconds, and killed before that it loses
 * a new queue with its confirmed messages. Tests kill sooner than that after they have declared their queues.
 */
async function writeQueueRegister(ctl: RabbitMq['ctl']): Promise<void> {
  await ctl('eval', '[dets:sync(Table) || Table <- dets:all()].');
}

function canConnect(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

function required(name: string, path: string | undefined): string {
  if (path === undefined) throw new Error(`${name} was not found: ${installationAdvice}`);
  return path;
}
