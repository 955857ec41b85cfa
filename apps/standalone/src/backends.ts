import { type Broker, connectRabbitMq, createMemoryBroker } from '@offload/broker';
import { createTopology } from '@offload/contract';
import { type Metrics, recordBatches } from '@offload/metrics';
import { type Logger, listOf } from '@offload/process';
import { migrateWhenAvailable, openEmbeddedStore, openPostgresStore, type Store } from '@offload/store';
import type { StandaloneConfig } from './config.ts';

export interface Backends {
  broker: Broker;
  store: Store;
}

/** RabbitMQ and Postgres where they are configured, otherwise the embedded broker and store. */
export function openBackends(
  config: StandaloneConfig,
  metrics: Metrics,
  logger: Logger,
  stopping: AbortSignal,
): Promise<Backends> {
  const topology = createTopology(config.TASK_QUEUE, config.TASK_EXCHANGE, listOf(config.QUEUES), {
    hasCallbacks: config.CALLBACK_SECRETS !== '',
  });
  const onBatch = recordBatches(metrics);
  const { AMQP_URL, DATABASE_URL, AMQP_MANAGEMENT_URL: managementUrl, DATA_DIR: dataDir } = config;
  return AMQP_URL && DATABASE_URL ? servers(AMQP_URL, DATABASE_URL) : embedded();

  async function servers(amqpUrl: string, databaseUrl: string): Promise<Backends> {
    const store = openPostgresStore({ url: databaseUrl, logger, onBatch });
    await migrateWhenAvailable(store, { logger, signal: stopping });
    const broker = connectRabbitMq({ urls: listOf(amqpUrl), managementUrl, topology, processName: 'offload', logger });
    return { broker, store };
  }

  async function embedded(): Promise<Backends> {
    const store = await openEmbeddedStore({ dataDir, onBatch });
    await store.migrate();
    // The messages died with the former process: what it had not finished is sent again.
    const recovered = await store.recoverAll();
    if (recovered > 0) logger.info({ recovered }, 'unfinished tasks recovered');
    return { broker: createMemoryBroker(topology), store };
  }
}
