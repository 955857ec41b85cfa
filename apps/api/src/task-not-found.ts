import { ProblemError } from './problem.ts';

export function taskNotFound(id: string): ProblemError {
  return new ProblemError('TASK_NOT_FOUND', `No task ${id} was ever accepted here.`);
}
