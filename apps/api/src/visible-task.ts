import type { Task } from '@offload/contract';
import type { FastifyRequest } from 'fastify';
import { seenBy } from './client.ts';
import { taskNotFound } from './task-not-found.ts';

/**
 * The task, as far as the request's client may see it: another client's task is as good as none.
 * @throws ProblemError TASK_NOT_FOUND, TASK_GONE
 */
export async function visibleTask({ server, client }: FastifyRequest, id: string): Promise<Task> {
  const task = await server.dependencies.store.get(id, seenBy(client));
  if (!task) throw taskNotFound(server, id);
  return task;
}

/**
 * The same where the task itself is read in another way, which knows nothing of clients. Costs nothing where everybody's tasks may be seen.
 * @throws ProblemError TASK_NOT_FOUND, TASK_GONE
 */
export async function assertVisible(request: FastifyRequest, id: string): Promise<void> {
  if (seenBy(request.client) !== undefined) await visibleTask(request, id);
}
