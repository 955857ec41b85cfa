import type { End } from './ends.ts';
import type { AcceptedTask } from './ledger.ts';

/** @returns what is wrong with the end of an accepted task; undefined when it ended as it had to */
export function complaintAbout({ expected }: AcceptedTask, end: End | undefined): string | undefined {
  if (!end) return 'does not exist any more';
  const { state, attempt, result } = end;
  if (state !== expected) return `is ${state} instead of ${expected}`;
  // A result tells which attempt it is of; another than the last one had been superseded.
  const writer = (result as { attempt?: number } | null)?.attempt;
  if (state === 'succeeded' && writer !== attempt) return `has the result of attempt ${writer}, not of ${attempt}`;
  return undefined;
}

/** For people: the task with all that happened to it. */
export function describe({ id, payload, acceptedAt, api }: AcceptedTask, end: End | undefined): string {
  const { script, key, durationMs } = payload;
  const accepted = `${id} (client's ${key}, ${script} ${durationMs} ms, accepted ${time(acceptedAt)} by ${api})`;
  if (!end) return accepted;
  const attempts = end.attempts.map(
    ({ number, worker, startedAt, finishedAt, outcome }) =>
      `#${number} ${worker} ${startedAt}–${finishedAt ?? ''} ${outcome ?? 'open'}`,
  );
  return `${accepted}, queued ${end.queuedAt}, run at ${end.runAt}, attempts: ${attempts.join('; ') || 'none'}`;
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
