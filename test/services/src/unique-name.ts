import { randomBytes } from 'node:crypto';

/** A name that no other test uses, made of lower-case letters, digits and underscores: `uniqueName('queue')` gives `queue_9f2c51d07b3a`. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}
