import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { startApi } from '../../../apps/api/dist/src/index.js';
import { readConfig } from '../../../apps/standalone/dist/src/config.js';
import { outboundSettings, startWorker } from '../../../apps/worker/dist/src/index.js';
import { createMemoryBroker } from '../../../packages/broker/dist/src/index.js';
import { createTopology, TaskCatalogue } from '../../../packages/contract/dist/src/index.js';
import { FolderStorage } from '../../../packages/files/dist/src/index.js';
import { createLogger, exitWith, runProcess } from '../../../packages/process/dist/src/index.js';
import { openEmbeddedStore, type Store } from '../../../packages/store/dist/src/index.js';
import { createHandlers, taskTypes } from './bench-task.ts';

// What `npm start` composes on the embedded store and broker, with the task type of the benchmarks, and a door of its own
// through which one can ask how many results are stored: the API has no such figure.

interface Door {
  /** Port on loopback that answers `{ "completed": n }`. */
  port: number;
  /** Without a worker, tasks are accepted and wait. */
  hasWorker: boolean;
}

async function main({ port, hasWorker }: Door): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ name: 'offload', level: config.LOG_LEVEL });
  await runProcess({
    logger,
    stopDeadlineMs: config.SHUTDOWN_GRACE_MS,
    async start() {
      const { store, completed } = counting(await openEmbeddedStore({ dataDir: config.DATA_DIR }));
      await store.migrate();
      await store.recoverAll();
      const broker = createMemoryBroker(createTopology(config.TASK_QUEUE, config.TASK_EXCHANGE));
      const catalogue = new TaskCatalogue(taskTypes);
      const files = new FolderStorage(`${config.DATA_DIR}/files`);
      const api = await startApi({
        store,
        broker,
        catalogue,
        files,
        apiKeys: [],
        bodyLimit: config.BODY_LIMIT,
        maxQueued: config.MAX_QUEUED,
        logger,
        host: config.HOST,
        port: config.PORT,
        retentionMs: config.RETENTION_DAYS * 86_400_000,
      });
      const queues = [{ name: broker.topology.queue, concurrency: config.WORKER_CONCURRENCY }];
      const { SHUTDOWN_GRACE_MS: shutdownGraceMs, FILE_LIMIT: fileLimit } = config;
      const handlers = createHandlers({ outbound: outboundSettings(config), store });
      const worker = hasWorker
        ? startWorker({
            broker,
            store,
            catalogue,
            handlers,
            queues,
            storage: files,
            fileLimit,
            shutdownGraceMs,
            logger,
          })
        : undefined;
      const door = createServer((_request, response) => response.end(JSON.stringify({ completed: completed() })));
      door.listen(port, '127.0.0.1');
      return {
        async stop() {
          door.close();
          await api.stop();
          await worker?.stop();
          await broker.close();
          await store.close();
        },
      };
    },
  });
}

/** The store, and the number of attempts whose outcome it has stored since. */
function counting(store: Store): { store: Store; completed(): number } {
  let completed = 0;
  const settle: Store['settle'] = async (settlement) => {
    const verdict = await store.settle(settlement);
    if (verdict === 'stored') completed++;
    return verdict;
  };
  return { store: { ...store, settle }, completed: () => completed };
}

const { values } = parseArgs({
  options: { 'completed-port': { type: 'string' }, 'without-worker': { type: 'boolean', default: false } },
});

try {
  await main({ port: Number(values['completed-port']), hasWorker: !values['without-worker'] });
} catch (error) {
  exitWith(error);
}
