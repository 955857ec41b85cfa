import { taskQueues } from '@offload/contract';
import { type Role, repeat } from './role.ts';

const PAUSE_MS = 5000;
/** Milliseconds: a message is sent within one second of its task's `queuedAt`, or its task is due again within three. */
const MARGIN_MS = 10_000;
/** Tasks per look: a double is harmless, a flood of them is not. */
const LIMIT = 1000;
/** Milliseconds that the broker may take to tell its figures. */
const FIGURES_DEADLINE_MS = 2000;

/**
 * Finds tasks whose message is gone: the API was killed between insert and publish, the queue was purged or deleted, the
 * broker lost its disk. They become due, and the dispatcher sends them.
 */
export const reconciler: Role = ({ store, broker, logger }, signal) => {
  return repeat({ pauseMs: PAUSE_MS, logger, name: 'reconciler' }, signal, async () => {
    // Nobody takes the tasks of a paused queue, and what was given back would seem to be lost.
    const paused = new Set((await store.listPauses()).map(({ queue }) => queue));
    for (const queue of taskQueues(broker.topology)) if (!paused.has(queue)) await reconcile(queue);
  });

  async function reconcile(queue: string): Promise<void> {
    // A quorum queue without a leader says that it is empty, and that nobody consumes it.
    const isDrained = async () => {
      const { messagesReady, consumers } = await broker.queueFigures(FIGURES_DEADLINE_MS, queue);
      return messagesReady === 0 && consumers > 0;
    };
    const reconciled = await store.reconcile({ queue, isDrained, marginMs: MARGIN_MS, limit: LIMIT });
    if (reconciled > 0) logger.warn({ queue, reconciled }, 'queued tasks without a message are sent again');
  }
};
