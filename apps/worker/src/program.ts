import { taskTypes } from '@offload/contract';
import { exitWith } from '@offload/process';
import { readConfig } from './config.ts';
import { createHandlers } from './handlers/index.ts';
import { runWorker } from './run-worker.ts';

try {
  await runWorker(readConfig(), { taskTypes, createHandlers });
} catch (error) {
  exitWith(error);
}
