import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './environment.ts';
import { uniqueName } from './unique-name.ts';

export type Place = { folder: string; epmdPort: number; distributionPort: number; schedulers: number };

export type Settings = {
  folder: string;
  port: number;
  managementPort: number | null;
  defaultQueueType: 'classic' | 'quorum';
  plugins: readonly string[];
  /** Lines of rabbitmq.conf. */
  conf: string;
};

/** Name of the virtual host that has the default queue type asked for. */
export const vhost = 'offload';

/** Writes the node's configuration files into its folder. */
export function writeSettings(settings: Settings): void {
  const { folder, port, managementPort, defaultQueueType, plugins, conf } = settings;
  mkdirSync(join(folder, 'mnesia'));
  writeFileSync(join(folder, 'definitions.json'), definitions(defaultQueueType));
  writeFileSync(join(folder, 'enabled_plugins'), `[${plugins.join(',')}].\n`);
  const management =
    managementPort === null ? [] : ['management.tcp.ip = 127.0.0.1', `management.tcp.port = ${managementPort}`];
  const lines = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    ...management,
    `load_definitions = ${join(folder, 'definitions.json')}`,
    'log.file = false',
    'log.console = true',
    'log.console.level = info',
    conf,
  ];
  writeFileSync(join(folder, 'rabbitmq.conf'), `${lines.join('\n')}\n`);
}

/** The environment of the node and of its command line tools. Nothing of an installed broker's settings gets in. */
export function nodeEnvironment(place: Place): Record<string, string | undefined> {
  const { folder, epmdPort, distributionPort, schedulers } = place;
  // One scheduler thread starts a third faster than several, and leaves the cores to the tests.
  const erlangArgs = (threads: number): string =>
    `+S ${threads}:${threads} -kernel inet_dist_use_interface {127,0,0,1}`;
  return environment({
    // Erlang keeps its cookie in HOME.
    HOME: folder,
    ERL_CRASH_DUMP: join(folder, 'erl_crash.dump'),
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `${uniqueName('offload')}@localhost`,
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: erlangArgs(schedulers),
    RABBITMQ_CTL_ERL_ARGS: erlangArgs(1),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'node.pid'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'config'),
    // Makes the start script become the node, so that a signal to the process reaches the node itself.
    RUNNING_UNDER_SYSTEMD: 'true',
    NOTIFY_SOCKET: undefined,
  });
}

/** User guest and the virtual host, loaded at every start: no rabbitmqctl, which takes a second a call, is needed. */
function definitions(defaultQueueType: 'classic' | 'quorum'): string {
  const salt = randomBytes(4);
  const digest = createHash('sha256').update(salt).update('guest').digest();
  return JSON.stringify({
    users: [
      {
        name: 'guest',
        password_hash: Buffer.concat([salt, digest]).toString('base64'),
        hashing_algorithm: 'rabbit_password_hashing_sha256',
        tags: ['administrator'],
      },
    ],
    vhosts: [
      { name: '/' },
      { name: vhost, default_queue_type: defaultQueueType, metadata: { default_queue_type: defaultQueueType } },
    ],
    permissions: ['/', vhost].map((name) => ({ user: 'guest', vhost: name, configure: '.*', write: '.*', read: '.*' })),
  });
}
