import { isFinal, type Task } from '@offload/contract';
import type { TaskStore } from '@offload/store';
import type { TaskFollower } from './task-follower.ts';

export interface Wait {
  id: string;
  seconds: number;
  store: Pick<TaskStore, 'getTogether'>;
  follower: TaskFollower;
  /** Aborted when nobody waits any more: the client has left, or the API closes. */
  ended: AbortSignal;
}

/**
 * The task once it has finished, or as it is when the time is up. It is read at first, when somebody says that it may have
 * finished, and at the end; in between nobody asks the store.
 *
 * @returns null when there is no such task
 */
export async function waitForTask({ id, seconds, store, follower, ended }: Wait): Promise<Task | null> {
  let isOver = ended.aborted;
  let isWorthALook = false;
  let wake = () => {};
  const following = follower.follow(id, (occasion) => {
    if (occasion !== 'settled' && occasion !== 'missed') return;
    isWorthALook = true;
    wake();
  });
  const end = () => {
    isOver = true;
    wake();
  };
  const timer = setTimeout(end, seconds * 1000);
  ended.addEventListener('abort', end, { once: true });
  try {
    for (;;) {
      const isLast = isOver;
      isWorthALook = false;
      const task = await store.getTogether(id);
      if (isLast || task === null || isFinal(task.state)) return task;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isWorthALook || isOver) resolve();
      });
    }
  } finally {
    following.end();
    clearTimeout(timer);
    ended.removeEventListener('abort', end);
  }
}
