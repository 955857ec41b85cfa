import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { secretKey, webhookHeaders } from '../src/webhook-signature.ts';

const former = secretOf(randomBytes(24));
const current = secretOf(randomBytes(64));
const body = JSON.stringify({ type: 'task.succeeded', timestamp: new Date().toISOString(), data: { text: 'ä €' } });
const message = { id: 'msg_1', sentAt: new Date(), body };

function secretOf(key: Buffer): string {
  return `whsec_${key.toString('base64')}`;
}

test('the reference library verifies a message, by any of the secrets that rotate', () => {
  const headers = webhookHeaders(message, [secretKey(current), secretKey(former)]);
  for (const secret of [current, former]) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  }
});

test('the reference library refuses what was changed, is old, or was signed by another secret', () => {
  const headers = webhookHeaders(message, [secretKey(current)]);
  assert.throws(() => new Webhook(former).verify(body, headers));
  assert.throws(() => new Webhook(current).verify(`${body} `, headers));
  assert.throws(() => new Webhook(current).verify(body, { ...headers, 'webhook-id': 'msg_2' }));
  const old = webhookHeaders({ ...message, sentAt: new Date(Date.now() - 600_000) }, [secretKey(current)]);
  assert.throws(() => new Webhook(current).verify(body, old));
});

test('signs as the reference library does, the first secret first', () => {
  const headers = webhookHeaders(message, [secretKey(current), secretKey(former)]);
  const expected = [current, former].map((secret) => new Webhook(secret).sign(message.id, message.sentAt, body));
  assert.equal(headers['webhook-signature'], expected.join(' '));
});

test('a secret that is none is refused without being told', () => {
  const short = secretOf(randomBytes(23));
  for (const secret of [
    '',
    'whsec_',
    randomBytes(32).toString('base64'),
    short,
    secretOf(randomBytes(65)),
    `${current}!`,
  ]) {
    assert.throws(
      () => secretKey(secret),
      (error: Error) =>
        error instanceof TypeError && (secret === '' || !error.message.includes(secret.slice(6) || '!')),
    );
  }
});
