import type { TaskTicket } from '@offload/contract';

/**
 * How far the queue has come, as this worker sees it: by priority, when the youngest message that it was given had been
 * queued. A message that came back is older than what was handed out since, and says nothing.
 */
export class Frontiers {
  readonly #byPriority: Record<number, number> = {};

  get byPriority(): Readonly<Record<number, number>> {
    return this.#byPriority;
  }

  reached({ priority, queuedAt }: Pick<TaskTicket, 'priority' | 'queuedAt'>): void {
    if (queuedAt !== null) this.#byPriority[priority] = Math.max(queuedAt, this.#byPriority[priority] ?? 0);
  }
}
