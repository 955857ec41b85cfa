import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Bytes of a key, by Standard Webhooks 1.0.0, "Signature scheme". */
const SHORTEST_KEY = 24;
const LONGEST_KEY = 64;

export interface SignedMessage {
  /** The same for every attempt to deliver the message. */
  id: string;
  sentAt: Date;
  body: string;
}

/**
 * Headers of a message by Standard Webhooks 1.0.0. Every secret signs, the first one first: while secrets rotate, a receiver that
 * knows any of them can verify it.
 *
 * @param keys as `secretKey` reads them
 */
export function webhookHeaders(message: SignedMessage, keys: readonly Buffer[]): Record<string, string> {
  const { id, sentAt, body } = message;
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The key of a secret in its written form, `whsec_` and Base64. The secret is in no message of an error. */
export function secretKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const key = Buffer.from(encoded, 'base64');
  const canonical = key.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (!canonical || key.length < SHORTEST_KEY || key.length > LONGEST_KEY) {
    throw new TypeError(`a secret is ${PREFIX} and the Base64 of ${SHORTEST_KEY} to ${LONGEST_KEY} bytes`);
  }
  return key;
}
