import { createHash, randomBytes } from 'node:crypto';

/** So that people, and scanners for leaked secrets, recognise a key. */
export const KEY_PREFIX = 'ofl_';

const KEY = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9_-]{43}$`);

/** 256 random bits. */
export function newApiKey(): string {
  return KEY_PREFIX + randomBytes(32).toString('base64url');
}

/** Whether it could be one of those that `newApiKey` makes. */
export function isApiKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * What is kept of a key. A slow, salted hash protects passwords, which can be guessed; nobody can try 2^256 keys, however fast the hash, and
 * every request would have to wait for a slow one.
 */
export function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
