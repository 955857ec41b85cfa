import { taskTypes } from '@offload/contract';
import { exitWith } from '@offload/process';
import { readConfig } from './config.ts';
import { runApi } from './run-api.ts';

try {
  await runApi(readConfig(), taskTypes);
} catch (error) {
  exitWith(error);
}
