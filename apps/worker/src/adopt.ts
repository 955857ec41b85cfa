import type { Delivery } from '@offload/broker';
import type { TaskCatalogue } from '@offload/contract';
import { type SubmitDependencies, submitTask } from '@offload/dispatch';
import type { HandlerLogger } from '@offload/handler';
import type { TaskMetrics } from '@offload/metrics';
import { newTaskId } from '@offload/store';
import { LOST, whileOurs } from './while-ours.ts';

export interface Adoption extends SubmitDependencies {
  catalogue: TaskCatalogue;
  queue: string;
  metrics: TaskMetrics;
  logger: HandlerLogger;
}

/**
 * Makes another producer's message a task of ours: it gets an id, a row and a message with that id, and only then is the
 * original acknowledged. A worker that dies in between leaves two tasks rather than none, since the original has no
 * identity to recognise it by.
 */
export async function adopt(delivery: Delivery, type: string, payload: unknown, adoption: Adoption): Promise<void> {
  const { catalogue, queue, logger } = adoption;
  const taskType = catalogue.get(type);
  if (!taskType) throw new Error(`adopting an unknown task type '${type}'`);
  const { maxAttempts, timeoutMs } = taskType;
  const requestId = delivery.message.properties.correlationId ?? null;
  // The same in every try, so that one whose answer was lost does not make a second task.
  const id = newTaskId();
  const newTask = { id, type, payload, queue, maxAttempts, timeoutMs, requestId };
  const task = await whileOurs([delivery.lost], logger, () => submitTask(adoption, newTask));
  if (task === LOST) return;
  delivery.ack();
  adoption.metrics.submitted.of(type).add();
  logger.info({ taskId: task.id, type }, 'adopted a message of another producer');
}
