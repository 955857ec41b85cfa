import type { Task } from '@offload/contract';
import { exampleOf } from './example-of-schema.ts';
import { TaskResource } from './task-resource.ts';

const succeeded = exampleOf(TaskResource as object, {}) as Task;
const { createdAt, startedAt, finishedAt } = succeeded;
const error = { code: 'HANDLER_ERROR', message: 'The other side did not answer.', retryable: true };

const unfinished = { result: null, finishedAt: null };
const unstarted = { ...unfinished, attempt: 0, attempts: [], startedAt: null };

/** The task of the examples, at other times of its life than the one that its schema shows. */
export const exampleTasks = {
  queued: { ...succeeded, ...unstarted, state: 'queued' },
  startedOver: { ...succeeded, ...unfinished, state: 'scheduled', runAt: finishedAt, startedAt },
  cancelled: { ...succeeded, ...unstarted, state: 'cancelled', finishedAt, cancelRequestedAt: finishedAt },
  asked: {
    ...succeeded,
    ...unfinished,
    state: 'running',
    attempts: succeeded.attempts.map((attempt) => ({ ...attempt, outcome: null, finishedAt: null })),
    cancelRequestedAt: createdAt,
  },
  failed: {
    ...succeeded,
    state: 'failed',
    result: null,
    error,
    maxAttempts: 1,
    attempts: succeeded.attempts.map((attempt) => ({ ...attempt, outcome: 'failed', error })),
  },
} satisfies Record<string, Task>;
