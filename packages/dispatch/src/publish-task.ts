import type { Publisher } from '@offload/broker';
import { encodeTask } from '@offload/contract';
import type { DueTask } from '@offload/store';

/** Milliseconds that a broker may take to confirm a message before the dispatcher takes the task over. */
export const PUBLISH_DEADLINE_MS = 1000;

/** Puts a stored task's message on its queue; resolves when the broker has confirmed it. */
export function publishTask(publisher: Publisher, task: DueTask): Promise<void> {
  return publisher.publish({ queue: task.queue }, encodeTask(task, task), PUBLISH_DEADLINE_MS);
}
