import { taskTypes } from '@offload/contract';
import { exitWith } from '@offload/process';
import { readConfig } from './config.ts';
import { handlers } from './handlers/index.ts';
import { runWorker } from './run-worker.ts';

try {
  await runWorker(readConfig(), { taskTypes, handlers });
} catch (error) {
  exitWith(error);
}
