import { createLogger } from '@offload/process';

export const silent = createLogger({ name: 'test', level: 'silent' });
