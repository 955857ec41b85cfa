import { connectRabbitMq } from '@offload/broker';
import { createTopology, TaskCatalogue, type TaskType } from '@offload/contract';
import { openFileStorage } from '@offload/files';
import { Metrics, recordBatches } from '@offload/metrics';
import { createLogger, filesOf, listOf, runProcess } from '@offload/process';
import { migrateWhenAvailable, openPostgresStore } from '@offload/store';
import { startTracing } from '@offload/tracing';
import { startApi } from './api.ts';
import { type ApiConfig, accessOptions, callbackOptions, retentionMs } from './config.ts';

/** Milliseconds to close what is left once the requests under way are answered. */
const CLOSE_GRACE_MS = 3_000;

/** The API as a process, from start to exit code; resolves when it listens. */
export async function runApi(config: ApiConfig, taskTypes: readonly TaskType[]): Promise<void> {
  const callbacks = callbackOptions(config);
  const tracing = await startTracing('offload-api');
  const logger = createLogger({ name: 'api', level: config.LOG_LEVEL, fields: tracing?.logFields });
  await runProcess({
    logger,
    stopDeadlineMs: config.SHUTDOWN_GRACE_MS + CLOSE_GRACE_MS,
    async start(stopping) {
      const metrics = new Metrics();
      const store = openPostgresStore({ url: config.DATABASE_URL, logger, onBatch: recordBatches(metrics) });
      await migrateWhenAvailable(store, { logger, signal: stopping });
      const broker = connectRabbitMq({
        urls: listOf(config.AMQP_URL),
        managementUrl: config.AMQP_MANAGEMENT_URL,
        topology: createTopology(config.TASK_QUEUE, config.TASK_EXCHANGE, listOf(config.QUEUES), {
          hasCallbacks: config.CALLBACK_SECRETS !== '',
        }),
        processName: 'offload-api',
        logger,
      });
      const files = await openFileStorage(filesOf(config));
      const options = {
        files,
        fileLimit: config.FILE_LIMIT,
        store: tracing?.traceStore(store) ?? store,
        broker: tracing?.traceBroker(broker) ?? broker,
        catalogue: new TaskCatalogue(taskTypes),
        ...accessOptions(config),
        ...callbacks,
        bodyLimit: config.BODY_LIMIT,
        maxQueued: config.MAX_QUEUED,
        metrics,
        tracing,
        logger,
        host: config.HOST,
        port: config.PORT,
        retentionMs: retentionMs(config),
      };
      const api = await startApi(options);
      if (process.stdout.isTTY) console.log(`Offload API on ${api.url}, Swagger UI on ${api.url}/docs`);
      return {
        async stop() {
          await api.stop();
          await broker.close();
          await store.close();
          files.close();
          await tracing?.stop();
        },
      };
    },
  });
}
