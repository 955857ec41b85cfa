import { createHash } from 'node:crypto';
import { parseItem } from 'structured-headers';
import { ProblemError } from './problem.ts';

export const MAX_KEY_LENGTH = 255;

const KEY = new RegExp(`^[\\x20-\\x7e]{1,${MAX_KEY_LENGTH}}$`);

/**
 * The key in an `Idempotency-Key` header, as draft-ietf-httpapi-idempotency-key-header-07 has it.
 * @throws ProblemError INVALID_IDEMPOTENCY_KEY
 */
export function parseIdempotencyKey(header: string): string {
  const key = parsed(header);
  if (isKey(key)) return key;
  throw new ProblemError(
    'INVALID_IDEMPOTENCY_KEY',
    `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} printable ASCII characters in double quotes.`,
  );
}

/**
 * The same for a key in a field `idempotencyKey` of a body.
 * @throws ProblemError INVALID_IDEMPOTENCY_KEY
 */
export function checkedKey(key: unknown): string {
  if (isKey(key)) return key;
  const message = `must be a text of 1 to ${MAX_KEY_LENGTH} printable ASCII characters`;
  const errors = [{ pointer: '/idempotencyKey', message }];
  throw new ProblemError('INVALID_IDEMPOTENCY_KEY', `idempotencyKey ${message}.`, { errors });
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && KEY.test(key);
}

/** A bare item of any type, or nothing. Parameters have no meaning yet, and are to be ignored. */
function parsed(header: string): unknown {
  try {
    return parseItem(header)[0];
  } catch {
    return undefined;
  }
}

/** The same for bodies that say the same, however their fields are ordered and their whitespace is. */
export function fingerprintOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body, inOrder)).digest('hex');
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
