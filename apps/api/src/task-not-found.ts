import type { ApiInstance } from './api-instance.ts';
import { ProblemError } from './problem.ts';

/**
 * What to say of a task that is not there: a UUIDv7 tells its age (RFC 9562 §5.7), and what is older than finished tasks are kept may have been
 * there. So may one that was to be kept for a shorter time; of that nothing is left to tell.
 */
export function taskNotFound(
  { dependencies: { retentionMs } }: Pick<ApiInstance, 'dependencies'>,
  id: string,
): ProblemError {
  const createdMs = timeOf(id);
  if (createdMs !== undefined && createdMs < Date.now() - retentionMs) {
    return new ProblemError('TASK_GONE', `Task ${id} is older than finished tasks are kept.`);
  }
  return new ProblemError('TASK_NOT_FOUND', `There is no task ${id}.`);
}

/** Milliseconds since the epoch; undefined for an id that tells no time. */
function timeOf(id: string): number | undefined {
  const digits = id.replaceAll('-', '');
  return digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : undefined;
}
