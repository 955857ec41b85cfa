import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { StartupError } from '@offload/process';
import { outboundSettings } from '../src/outbound-settings.ts';

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;

test('callbacks and requests are signed with secrets of their own', () => {
  const [first, second, third] = [secret(), secret(), secret()];
  const settings = { CALLBACK_SECRETS: `${first}, ${second}`, REQUEST_SECRETS: third, OUTBOUND_ALLOWED_HOSTS: '' };
  const { callbackKeys, requestKeys } = outboundSettings(settings);
  assert.deepEqual([callbackKeys.length, requestKeys.length], [2, 1]);
  for (const REQUEST_SECRETS of [second, `${third},${first}`]) {
    assert.throws(() => outboundSettings({ ...settings, REQUEST_SECRETS }), StartupError);
  }
});

test('a setting that is none is named, and its secret is not told', () => {
  const settings = { CALLBACK_SECRETS: '', REQUEST_SECRETS: '', OUTBOUND_ALLOWED_HOSTS: '' };
  for (const name of ['CALLBACK_SECRETS', 'REQUEST_SECRETS'] as const) {
    assert.throws(
      () => outboundSettings({ ...settings, [name]: 'whsec_c2hvcnQ=' }),
      (error: Error) =>
        error instanceof StartupError && error.message.startsWith(name) && !/c2hvcnQ/.test(error.message),
    );
  }
  assert.throws(() => outboundSettings({ ...settings, OUTBOUND_ALLOWED_HOSTS: 'a/b' }), /OUTBOUND_ALLOWED_HOSTS/);
});
