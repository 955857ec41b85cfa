import { type Attempt, isFinal, type Task, type TaskState } from '@offload/contract';
import type { ServerSentEvent } from './event-stream.ts';

/**
 * How far a reader has come in the life of a task: the attempt, the step in it, and in that the progress in thousandths. It is
 * the id of each event, and everything after it can be told from the task's row, by any replica.
 */
export interface Position {
  attempt: number;
  step: number;
  progress: number;
  /** Number of the latest line of the log that was told. */
  line: number;
}

/** Steps of an attempt, in their order. Those before the first one belong to attempt 0. */
const RUNNING = 0;
const PROGRESS = 1;
const STEPS: Record<TaskState, number> = {
  running: RUNNING,
  retrying: 2,
  scheduled: 2,
  queued: 3,
  succeeded: 4,
  failed: 4,
  cancelled: 4,
  expired: 4,
};

const POSITION = /^(\d{1,9})\.([0-4])\.(\d{1,4})(?:\.(\d{1,9}))?$/;

/** @returns undefined for what is no id of ours */
export function parsePosition(id: string): Position | undefined {
  const [, attempt, step, progress, line = 0] = POSITION.exec(id) ?? [];
  return attempt === undefined
    ? undefined
    : { attempt: Number(attempt), step: Number(step), progress: Number(progress), line: Number(line) };
}

export interface TaskChange extends Omit<ServerSentEvent, 'id'> {
  /** Leaves the log out. */
  position: Omit<Position, 'line'>;
}

export function idOf({ attempt, step, progress, line }: Position): string {
  return [attempt, step, progress, ...(line > 0 ? [line] : [])].join('.');
}

/** Whether the attempt has ended by then: what it has logged is told before. */
export function isEnd({ step }: TaskChange['position']): boolean {
  return step > PROGRESS;
}

/** What has happened to a task since a reader's position; where there is none, how it stands. In order. */
export function changesSince(task: Task, position: Position | undefined): TaskChange[] {
  if (!position) return task.state === 'running' ? [presentState(task), ...progressOf(task)] : [presentState(task)];
  const before = task.attempts.filter(({ number }) => number >= position.attempt && number < task.attempt);
  const changes = before.flatMap((attempt) => [started(task, attempt), ended(task, attempt)]);
  const current = task.attempts.find(({ number }) => number === task.attempt);
  if (current) changes.push(started(task, current), ...progressOf(task));
  if (task.state !== 'running') changes.push(presentState(task));
  return changes.filter((change) => isAfter(change.position, position));
}

function presentState(task: Task): TaskChange {
  const { state, attempt, attempts, error, result, runAt, createdAt, queuedAt, startedAt, finishedAt } = task;
  const at: Record<number, string | null | undefined> = {
    [RUNNING]: startedAt,
    [STEPS.scheduled]: attempts.at(-1)?.finishedAt,
    [STEPS.queued]: queuedAt,
    [STEPS.succeeded]: finishedAt,
  };
  const detail = { at: at[STEPS[state]] ?? createdAt, runAt, error, result: isFinal(state) ? result : null };
  return stateChange(task, attempt, state, detail);
}

function started(task: Task, { number, startedAt }: Attempt): TaskChange {
  return stateChange(task, number, 'running', { at: startedAt, runAt: null, error: null, result: null });
}

/** An attempt that was followed by another one. */
function ended(task: Task, { number, startedAt, finishedAt, outcome, error }: Attempt): TaskChange {
  const state =
    outcome === 'succeeded' || outcome === 'cancelled' ? outcome : outcome === 'interrupted' ? 'queued' : 'retrying';
  return stateChange(task, number, state, { at: finishedAt ?? startedAt, runAt: null, error, result: null });
}

interface Detail {
  at: string;
  runAt: string | null;
  error: Task['error'];
  result: unknown;
}

function stateChange({ id }: Task, attempt: number, state: TaskState, detail: Detail): TaskChange {
  return change('state', { attempt, step: STEPS[state], progress: 0 }, { taskId: id, state, attempt, ...detail });
}

/** Of the latest attempt: a new one begins without any. */
function progressOf({ id, attempt, progress }: Task): TaskChange[] {
  if (!progress) return [];
  const position = { attempt, step: PROGRESS, progress: Math.round(progress.percent * 10) };
  return [change('progress', position, { taskId: id, attempt, ...progress })];
}

function change(event: string, position: TaskChange['position'], data: object): TaskChange {
  return { event, data, position };
}

function isAfter(a: TaskChange['position'], b: TaskChange['position']): boolean {
  return (a.attempt - b.attempt || a.step - b.step || a.progress - b.progress) > 0;
}
