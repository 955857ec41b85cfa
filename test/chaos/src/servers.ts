import { type Postgres, runCommand, startPostgres, startRabbitMq } from '@offload/test-services';
import type { StormOptions } from './options.ts';

/** A node of the broker that can be ended and started again. */
export interface BrokerNode {
  readonly name: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Broker and database of a storm. */
export interface Servers {
  /** One for each node. */
  readonly amqpUrls: readonly string[];
  /** None when the broker is somebody else's and no command ends its nodes. */
  readonly brokers: readonly BrokerNode[];
  readonly postgres: Postgres;
  remove(): Promise<void>;
}

export async function startServers(options: Pick<StormOptions, 'amqpUrls' | 'clusterScript'>): Promise<Servers> {
  const { amqpUrls, clusterScript } = options;
  if (amqpUrls.length > 0) {
    const postgres = await startPostgres();
    const brokers =
      clusterScript === undefined ? [] : amqpUrls.map((_, index) => clusterNode(clusterScript, index + 1));
    return { amqpUrls, brokers, postgres, remove: () => postgres.remove() };
  }
  const starting = [startRabbitMq(), startPostgres()] as const;
  try {
    const [{ amqpUrl, stop, kill, start }, postgres] = await Promise.all(starting);
    return { amqpUrls: [amqpUrl], brokers: [{ name: 'broker', stop, kill, start }], postgres, remove };
  } catch (error) {
    await remove();
    throw error;
  }

  async function remove(): Promise<void> {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((start) => (start.status === 'fulfilled' ? start.value.remove() : undefined)));
  }
}

function clusterNode(command: string, number: number): BrokerNode {
  const run = async (verb: string): Promise<void> => {
    await runCommand('sh', ['-c', `${command} ${verb} ${number}`], { timeoutMs: 180_000 });
  };
  return {
    name: `broker-${number}`,
    stop: () => run('stop'),
    kill: () => run('kill'),
    start: () => run('start'),
  };
}
