import { TASK_ERRORS, type TaskError } from '@offload/contract';
import { errorJson } from './storable-text.ts';

const WORKER_LOST = {
  code: 'WORKER_LOST',
  message: TASK_ERRORS.WORKER_LOST,
  retryable: true,
} satisfies TaskError;

export const WORKER_LOST_JSON = errorJson(WORKER_LOST);
