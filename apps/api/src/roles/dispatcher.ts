import { BrokerError } from '@offload/broker';
import { decodeEvents, type Message, taskQueues } from '@offload/contract';
import { publishTask } from '@offload/dispatch';
import type { DueTask } from '@offload/store';
import { Nap } from './nap.ts';
import type { Role } from './role.ts';

/** Tasks that are sent in one go. */
const BATCH_SIZE = 256;
/** Milliseconds between two looks at the store: other processes make tasks due, too. */
const LONGEST_SLEEP_MS = 1000;
/** The same between two looks though tasks finish all the time, some of which may have made a callback due. */
const SHORTEST_SLEEP_MS = 100;

/** Sends tasks that are due: those scheduled or to be retried, and those whose message is gone or was not confirmed. */
export const dispatcher: Role = async ({ store, broker, logger }, signal) => {
  const { publisher } = broker;
  const known = new Set(taskQueues(broker.topology));
  /** Their tasks stay due, and do not stand in the way of the others. */
  const unknown = new Set<string>();
  const nap = new Nap(SHORTEST_SLEEP_MS);
  const finishes = broker.topology.callbackQueue === null ? undefined : broker.listenToEvents({ onMessage: wakeUp });
  try {
    for (;;) {
      await publisher.ready(signal);
      // Even 0 goes through a timer: the embedded store answers without one, and nothing else would get its turn.
      await nap.take(await dispatch(), signal);
    }
  } finally {
    await finishes?.close();
  }

  function wakeUp(message: Message): void {
    if (decodeEvents(message).some(({ kind }) => kind === 'settled')) nap.wake();
  }

  /** @returns milliseconds until the next look */
  async function dispatch(): Promise<number> {
    try {
      let sentIds: string[] = [];
      const publish = async (due: DueTask[]) => {
        sentIds = await publishAll(due);
        return sentIds;
      };
      const { published, unpublished, nextDueInMs } = await store.dispatchDue(BATCH_SIZE, publish, [...unknown]);
      for (const taskId of sentIds) broker.announce({ taskId, kind: 'changed' });
      if (published > 0) logger.info({ published }, 'dispatched due tasks');
      if (published === BATCH_SIZE) return 0;
      return unpublished > 0 ? LONGEST_SLEEP_MS : Math.min(nextDueInMs ?? LONGEST_SLEEP_MS, LONGEST_SLEEP_MS);
    } catch (err) {
      logger.warn({ err }, 'dispatching failed, trying again');
      return LONGEST_SLEEP_MS;
    }
  }

  async function publishAll(due: DueTask[]): Promise<string[]> {
    const published = await Promise.all(due.map(sent));
    return published.filter((id) => id !== null);
  }

  async function sent(task: DueTask): Promise<string | null> {
    if (!known.has(task.queue)) {
      leave(task.queue);
      return null;
    }
    try {
      await publishTask(publisher, task);
      return task.id;
    } catch (err) {
      if (!(err instanceof BrokerError)) throw err;
      logger.debug({ err, taskId: task.id }, 'message not confirmed');
      return null;
    }
  }

  function leave(queue: string): void {
    if (unknown.has(queue)) return;
    unknown.add(queue);
    logger.warn({ queue }, 'due tasks of a queue that this process does not know are left, see QUEUES');
  }
};
