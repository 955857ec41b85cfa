import { isFinal, type Task } from '@offload/contract';
import type { TaskStore } from '@offload/store';
import type { TaskFollower } from '../task-follower.ts';
import type { EventStream } from './event-stream.ts';
import { changesSince, type Position } from './task-history.ts';

export interface TaskStreaming {
  id: string;
  /** How far the reader has come before. */
  position: Position | undefined;
  stream: EventStream;
  store: Pick<TaskStore, 'getTogether'>;
  follower: TaskFollower;
}

/** Tells the reader what has happened since its position, and from now on, until the task has finished. */
export function streamTask({ id, position: start, stream, store, follower }: TaskStreaming): void {
  let position = start;
  let isLooking = false;
  let isWorthALook = false;

  function tell(task: Task): void {
    for (const change of changesSince(task, position)) {
      stream.send(change);
      position = change.position;
    }
    if (isFinal(task.state)) stream.end();
  }

  /** Looks that are asked for during one become one more. */
  async function look(): Promise<void> {
    isWorthALook = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isWorthALook && !stream.destroyed) {
        isWorthALook = false;
        const task = await store.getTogether(id);
        if (task) tell(task);
        else stream.end();
      }
    } catch {
      // The reader comes back, with the id of what it got last.
      stream.end();
    } finally {
      isLooking = false;
    }
  }

  const following = follower.follow(id, () => void look());
  stream.once('close', () => following.end());
  void look();
}
