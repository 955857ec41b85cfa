import { isTaskId } from '@offload/contract';
import { ProblemError } from './problem.ts';

/** Where a page ended, as an opaque word for clients. */
export function encodeCursor(lastId: string): string {
  return Buffer.from(lastId).toString('base64url');
}

/** @throws ProblemError INVALID_CURSOR */
export function decodeCursor(cursor: string): string {
  const lastId = Buffer.from(cursor, 'base64url').toString();
  if (isTaskId(lastId)) return lastId;
  const errors = [{ pointer: '/cursor', message: 'must be the nextCursor of an earlier answer' }];
  throw new ProblemError('INVALID_CURSOR', 'The cursor is not one of ours.', { errors });
}
