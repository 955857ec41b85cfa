import { isFinal, type LogLine, type Task } from '@offload/contract';
import type { TaskStore } from '@offload/store';
import type { TaskFollower } from '../task-follower.ts';
import type { EventStream } from './event-stream.ts';
import { changesSince, idOf, isEnd, type Position } from './task-history.ts';

export interface TaskStreaming {
  id: string;
  /** How far the reader has come before. */
  position: Position | undefined;
  stream: EventStream;
  store: Pick<TaskStore, 'getTogether' | 'listLogsTogether'>;
  follower: TaskFollower;
}

/** Tells the reader what has happened since its position, and from now on, until the task has finished. */
export function streamTask({ id, position: start, stream, store, follower }: TaskStreaming): void {
  let position = start;
  let isLooking = false;
  let isWorthALook = false;
  let hasLogged = true;

  function tell(task: Task, lines: LogLine[]): void {
    const untold = lines.filter(({ number }) => number > (position?.line ?? 0));
    for (const { event, data, position: next } of changesSince(task, position)) {
      if (isEnd(next)) tellLog(untold, next.attempt);
      position = { ...next, line: position?.line ?? 0 };
      stream.send({ event, id: idOf(position), data });
    }
    tellLog(untold, task.attempt);
    if (isFinal(task.state)) stream.end();
  }

  /** Takes the lines of the attempts up to this one. */
  function tellLog(untold: LogLine[], attempt: number): void {
    for (let [line] = untold; line && line.attempt <= attempt; [line] = untold) {
      untold.shift();
      position = { attempt: 0, step: 0, progress: 0, ...position, line: line.number };
      stream.send({ event: 'log', id: idOf(position), data: { taskId: id, ...line } });
    }
  }

  function readLog(): Promise<LogLine[]> {
    hasLogged = false;
    return store.listLogsTogether(id);
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
        // After the task: what an attempt has logged is stored before its end.
        const lines = task && hasLogged ? await readLog() : [];
        if (task) tell(task, lines);
        else stream.end();
      }
    } catch {
      // The reader comes back, with the id of what it got last.
      stream.end();
    } finally {
      isLooking = false;
    }
  }

  const following = follower.follow(id, (occasion) => {
    hasLogged ||= occasion === 'log' || occasion === 'missed';
    void look();
  });
  stream.once('close', () => following.end());
  void look();
}
