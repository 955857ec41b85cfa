import { once } from 'node:events';
import { connectRabbitMq } from '@offload/broker';
import { createTopology, deliverCallback, TaskCatalogue } from '@offload/contract';
import { openFileStorage } from '@offload/files';
import { Metrics, recordBatches } from '@offload/metrics';
import { createLogger, filesOf, listOf, runProcess, StartupError } from '@offload/process';
import { migrateWhenAvailable, openPostgresStore } from '@offload/store';
import { startTracing } from '@offload/tracing';
import type { WorkerConfig } from './config.ts';
import { createHealthServer } from './health-server.ts';
import { createTutorialNarrator } from './narrator.ts';
import { outboundSettings } from './outbound-settings.ts';
import { servedQueues } from './served-queues.ts';
import type { Trade } from './trade.ts';
import { startWorker } from './worker.ts';

/** Milliseconds to close connections after the drain. */
const CLOSE_GRACE_MS = 15_000;

/** The worker as a process, from start to exit code; resolves when it has started. */
export async function runWorker(config: WorkerConfig, { taskTypes, createHandlers }: Trade): Promise<void> {
  const outbound = outboundSettings(config);
  const topology = createTopology(config.TASK_QUEUE, config.TASK_EXCHANGE, listOf(config.QUEUES), {
    hasCallbacks: outbound.callbackKeys.length > 0,
  });
  const queues = servedQueues(config, topology);
  const tracing = await startTracing('offload-worker');
  const logger = createLogger({ name: 'worker', level: config.LOG_LEVEL, fields: tracing?.logFields });
  await runProcess({
    logger,
    stopDeadlineMs: config.SHUTDOWN_GRACE_MS + CLOSE_GRACE_MS,
    async start(stopping) {
      const metrics = new Metrics();
      const store = openPostgresStore({ url: config.DATABASE_URL, logger, onBatch: recordBatches(metrics) });
      await migrateWhenAvailable(store, { logger, signal: stopping });
      const broker = connectRabbitMq({
        urls: listOf(config.AMQP_URL),
        topology,
        processName: 'offload-worker',
        logger,
      });
      const storage = await openFileStorage(filesOf(config));
      const worker = startWorker({
        broker: tracing?.traceBroker(broker) ?? broker,
        store: tracing?.traceStore(store) ?? store,
        catalogue: new TaskCatalogue([...taskTypes, deliverCallback]),
        handlers: createHandlers({ outbound, store }),
        storage,
        fileLimit: config.FILE_LIMIT,
        queues,
        shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
        narrator: process.stdout.isTTY ? createTutorialNarrator((line) => console.log(line)) : undefined,
        metrics,
        logger,
      });
      const health = createHealthServer(() => worker.isReady, metrics);
      if (config.HEALTH_PORT !== 0) await listen(health, config.HEALTH_HOST, config.HEALTH_PORT);
      return {
        async stop() {
          await worker.stop();
          health.close();
          await broker.close();
          await store.close();
          storage.close();
          await tracing?.stop();
        },
      };
    },
  });
}

async function listen(server: ReturnType<typeof createHealthServer>, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new StartupError(`HEALTH_PORT ${port} on ${host} cannot be used: ${(cause as Error).message}`, { cause });
  }
}
