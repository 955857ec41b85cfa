import { runWorker } from '@offload/worker';
import { readConfig } from '@offload/worker/config';
import { createHandlers, taskTypes } from './scripted.ts';

await runWorker(readConfig(), { taskTypes, createHandlers });
