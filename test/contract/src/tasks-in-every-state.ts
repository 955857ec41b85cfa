import { deliverCallback } from '@offload/contract';
import type { NewTask, Store } from '@offload/store';

const TASK = {
  type: 'sleep',
  payload: { message: '...' },
  queue: 'task_queue',
  maxAttempts: 3,
  timeoutMs: 1000,
  requestId: 'r',
};
const ERROR = { code: 'HANDLER_ERROR', message: 'It went wrong.', retryable: true };

const { name: type, maxAttempts, timeoutMs } = deliverCallback;
const callback = { url: 'https://app.example/offload', type, queue: 'task_queue.callbacks', maxAttempts, timeoutMs };

/** Brings one task into each state that a task can be in, and one that has told so. */
export async function tasksInEveryState(store: Store): Promise<void> {
  const started = async (changes: Partial<NewTask> = {}) => {
    const { id: taskId } = await store.insert({ ...TASK, ...changes });
    await store.claim({ taskId, worker: 'host-1-aaaa', redelivered: false });
    return { taskId, attempt: 1 };
  };
  await store.beat({ name: 'host-1-aaaa', queue: TASK.queue, concurrency: 1, attempts: [], frontiers: {}, started: 0 });
  await store.insert(TASK);
  await store.insert({ ...TASK, delayMs: 60 * 60_000 });
  await started();
  const succeeded = { kind: 'succeeded', result: { sleptSeconds: 3 } } as const;
  const told = await started({ callback });
  await store.settle({ ...told, outcome: succeeded });
  const delivery = (await store.getCallback(told.taskId))?.delivery;
  await store.dispatchDue(1, async (due) => due.map(({ id }) => id));
  const delivered = { taskId: delivery?.id ?? '', attempt: 1 };
  await store.claim({ taskId: delivered.taskId, worker: 'host-1-aaaa', redelivered: false });
  await store.settle({ ...delivered, outcome: { kind: 'succeeded', result: { status: 204 } } });
  await store.settle({ ...(await started()), outcome: succeeded });
  await store.settle({ ...(await started()), outcome: { kind: 'retry', error: ERROR, delayMs: 60 * 60_000 } });
  await store.settle({ ...(await started()), outcome: { kind: 'failed', error: ERROR } });
  await store.cancel((await store.insert(TASK)).id);
  const { id: taskId } = await store.insert({ ...TASK, ttlMs: 1 });
  await store.claim({ taskId, worker: 'host-1-aaaa', redelivered: false });
}
