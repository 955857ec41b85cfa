import type { Store } from '@offload/store';

const TASK = {
  type: 'sleep',
  payload: { message: '...' },
  queue: 'task_queue',
  maxAttempts: 3,
  timeoutMs: 1000,
  requestId: 'r',
};
const ERROR = { code: 'HANDLER_ERROR', message: 'It went wrong.', retryable: true };

/** Brings one task into each state that a task can be in. */
export async function tasksInEveryState(store: Store): Promise<void> {
  const started = async () => {
    const { id: taskId } = await store.insert(TASK);
    await store.claim({ taskId, worker: 'host-1-aaaa', redelivered: false });
    return { taskId, attempt: 1 };
  };
  await store.beat({ name: 'host-1-aaaa', queue: TASK.queue, concurrency: 1, attempts: [], frontiers: {}, started: 0 });
  await store.insert(TASK);
  await store.insert({ ...TASK, delayMs: 60 * 60_000 });
  await started();
  await store.settle({ ...(await started()), outcome: { kind: 'succeeded', result: { sleptSeconds: 3 } } });
  await store.settle({ ...(await started()), outcome: { kind: 'retry', error: ERROR, delayMs: 60 * 60_000 } });
  await store.settle({ ...(await started()), outcome: { kind: 'failed', error: ERROR } });
  await store.cancel((await store.insert(TASK)).id);
  const { id: taskId } = await store.insert({ ...TASK, ttlMs: 1 });
  await store.claim({ taskId, worker: 'host-1-aaaa', redelivered: false });
}
