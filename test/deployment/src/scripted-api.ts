import { runApi } from '@offload/api';
import { readConfig } from '@offload/api/config';
import { taskTypes } from './scripted.ts';

await runApi(readConfig(), taskTypes);
