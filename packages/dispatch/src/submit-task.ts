import { BrokerError, type Publisher } from '@offload/broker';
import type { Task } from '@offload/contract';
import type { IdempotencyKey, InsertionOnce, NewTask, TaskStore } from '@offload/store';
import { publishTask } from './publish-task.ts';

export interface SubmitDependencies {
  store: TaskStore;
  publisher: Publisher;
  logger: Record<'debug' | 'error', (fields: object, message: string) => void>;
}

/**
 * Stores a task, then sends its message unless its time has not come yet. Once stored it is never lost: if the broker does not confirm in time, the task
 * is due at once and the dispatcher sends it.
 *
 * @throws StoreUnavailableError when the task could not be stored
 */
export async function submitTask(dependencies: SubmitDependencies, newTask: NewTask): Promise<Task> {
  return send(dependencies, newTask, await dependencies.store.insert(newTask));
}

/**
 * The same for a client that may ask again: under a key that it has used before, nothing is stored or sent. What it is told
 * is the task as it was accepted, whether its message could be sent or not, so that every answer is the same.
 *
 * @throws StoreUnavailableError when it is not known whether the task was stored
 */
export async function submitTaskOnce(
  dependencies: SubmitDependencies,
  newTask: NewTask,
  key: IdempotencyKey,
): Promise<InsertionOnce> {
  const insertion = await dependencies.store.insertOnce(newTask, key);
  if (insertion.kind === 'inserted') await send(dependencies, newTask, insertion.task);
  return insertion;
}

/** @returns the task as it is afterwards */
async function send({ store, publisher, logger }: SubmitDependencies, newTask: NewTask, task: Task): Promise<Task> {
  if (task.state === 'scheduled') return task;
  try {
    await publishTask(publisher, { ...task, timeoutMs: newTask.timeoutMs, requestId: newTask.requestId });
    return task;
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    // The broker tells of its outage once; a line per task would flood the log.
    logger.debug({ taskId: task.id, reason: error.message }, 'message not confirmed, left to the dispatcher');
  }
  try {
    await store.makeDue([task.id]);
    return (await store.get(task.id)) ?? task;
  } catch (error) {
    // It is stored, so it is accepted: an error here would make the client submit it twice.
    logger.error({ err: error, taskId: task.id }, 'task without a message could not be made due');
    return task;
  }
}
