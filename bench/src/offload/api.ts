import { readConfig } from '../../../apps/api/dist/src/config.js';
import { runApi } from '../../../apps/api/dist/src/index.js';
import { taskTypes } from './bench-task.ts';

await runApi(readConfig(), taskTypes);
