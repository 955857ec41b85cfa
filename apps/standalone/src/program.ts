import { accessOptions, callbackOptions, retentionMs, startApi } from '@offload/api';
import { loadCommands, taskTypeOf } from '@offload/commands';
import { deliverCallback, TaskCatalogue, taskTypes } from '@offload/contract';
import { openFileStorage } from '@offload/files';
import { Metrics } from '@offload/metrics';
import { createLogger, exitWith, filesOf, runProcess } from '@offload/process';
import { startTracing } from '@offload/tracing';
import {
  commandHandlers,
  createHandlers,
  createTutorialNarrator,
  outboundSettings,
  readEnvironment,
  servedQueues,
  startWorker,
} from '@offload/worker';
import { openBackends } from './backends.ts';
import { readConfig, type StandaloneConfig } from './config.ts';

/** Milliseconds to close connections after the drain. */
const CLOSE_GRACE_MS = 15_000;

async function main(config: StandaloneConfig): Promise<void> {
  const outbound = outboundSettings(config);
  const commands = await loadCommands(config.COMMANDS_FILE);
  const ofCommands = await commandHandlers(commands, config, readEnvironment());
  const types = [...taskTypes, ...commands.map(taskTypeOf)];
  const tracing = await startTracing('offload');
  const logger = createLogger({ name: 'offload', level: config.LOG_LEVEL, fields: tracing?.logFields });
  await runProcess({
    logger,
    stopDeadlineMs: config.SHUTDOWN_GRACE_MS + CLOSE_GRACE_MS,
    async start(stopping) {
      const metrics = new Metrics();
      const backends = await openBackends(config, metrics, logger, stopping);
      const broker = tracing?.traceBroker(backends.broker) ?? backends.broker;
      const store = tracing?.traceStore(backends.store) ?? backends.store;
      const files = await openFileStorage(filesOf(config, config.DATA_DIR));
      const api = await startApi({
        files,
        fileLimit: config.FILE_LIMIT,
        store,
        broker,
        catalogue: new TaskCatalogue(types),
        ...accessOptions(config),
        ...callbackOptions(config),
        bodyLimit: config.BODY_LIMIT,
        maxQueued: config.MAX_QUEUED,
        metrics,
        tracing,
        logger,
        host: config.HOST,
        port: config.PORT,
        retentionMs: retentionMs(config),
      });
      welcome(api.url, config);
      const worker = startWorker({
        broker,
        store,
        catalogue: new TaskCatalogue([...types, deliverCallback]),
        handlers: { ...createHandlers({ outbound, store }), ...ofCommands },
        storage: files,
        fileLimit: config.FILE_LIMIT,
        queues: servedQueues(config, broker.topology),
        shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
        narrator: process.stdout.isTTY ? createTutorialNarrator((line) => console.log(line)) : undefined,
        metrics,
        logger,
      });
      return {
        async stop() {
          await api.stop();
          await worker.stop();
          await broker.close();
          await store.close();
          files.close();
          await tracing?.stop();
        },
      };
    },
  });
}

function welcome(url: string, { AMQP_URL, DATA_DIR }: StandaloneConfig): void {
  const backends = AMQP_URL
    ? 'on RabbitMQ and Postgres; `npm run worker` adds a worker'
    : `embedded, data in ${DATA_DIR}; set AMQP_URL and DATABASE_URL to run on RabbitMQ and Postgres`;
  console.log(`Offload runs ${backends}\n  API         ${url}\n  Swagger UI  ${url}/docs\n`);
}

try {
  await main(readConfig());
} catch (error) {
  exitWith(error);
}
