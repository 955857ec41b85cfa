import { readConfig } from '../../../apps/worker/dist/src/config.js';
import { runWorker } from '../../../apps/worker/dist/src/index.js';
import { createHandlers, taskTypes } from './bench-task.ts';

await runWorker(readConfig(), { taskTypes, createHandlers });
