import { readConfig } from '../../../apps/api/dist/src/config.js';
import { runApi } from '../../../apps/api/dist/src/index.js';
import { taskTypes } from './bench-task.ts';

// The API with finished tasks kept for minutes: its setting counts in days, and no soak takes that long.
const days = Number(process.env.RETENTION_MINUTES) / (24 * 60);

await runApi({ ...readConfig(), RETENTION_DAYS: days }, taskTypes);
