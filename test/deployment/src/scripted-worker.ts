import { runWorker } from '@offload/worker';
import { readConfig } from '@offload/worker/config';
import { handlers, taskTypes } from './scripted.ts';

await runWorker(readConfig(), { taskTypes, handlers });
