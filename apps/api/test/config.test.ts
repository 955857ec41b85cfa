import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from '@offload/process';
import { ApiConfigSchema, guarded } from '../src/config.ts';

const open = { API_KEYS: '', ALLOW_ANONYMOUS: false, TRUSTED_PROXIES: '' };

for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
  test(`an API on ${HOST} needs no keys`, () => {
    assert.equal(guarded({ ...open, HOST }).HOST, HOST);
  });
}

for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'example.com', '127.example.com']) {
  test(`an API on ${HOST} is refused without keys, and the message says what to do`, () => {
    assert.throws(() => guarded({ ...open, HOST }), {
      name: 'StartupError',
      message: /API_KEYS.*ALLOW_ANONYMOUS=true/,
    });
  });
}

test('keys or ALLOW_ANONYMOUS open an API to the network', () => {
  guarded({ ...open, HOST: '0.0.0.0', API_KEYS: 'secret' });
  guarded({ ...open, HOST: '0.0.0.0', ALLOW_ANONYMOUS: true });
});

test('keys that are only commas are no keys', () => {
  assert.throws(() => guarded({ ...open, HOST: '0.0.0.0', API_KEYS: ' , ' }), { name: 'StartupError' });
});

test('the management URL is http or https, and never repeated', () => {
  const servers = { AMQP_URL: 'amqp://a', DATABASE_URL: 'postgres://b/c' };
  const AMQP_MANAGEMENT_URL = 'https://a:15671';
  assert.equal(
    loadSettings(ApiConfigSchema, { ...servers, AMQP_MANAGEMENT_URL }).AMQP_MANAGEMENT_URL,
    AMQP_MANAGEMENT_URL,
  );
  assert.throws(
    () => loadSettings(ApiConfigSchema, { ...servers, AMQP_MANAGEMENT_URL: 'amqp://user:hunter2@a' }),
    (error: Error) => /^AMQP_MANAGEMENT_URL must/.test(error.message) && !error.message.includes('hunter2'),
  );
});

test('trusted proxies are addresses or networks', () => {
  for (const TRUSTED_PROXIES of ['', '10.0.0.1', '10.0.0.0/8, 2001:db8::/32']) {
    guarded({ ...open, HOST: '127.0.0.1', TRUSTED_PROXIES });
  }
  for (const TRUSTED_PROXIES of ['true', 'proxy.example.com', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/']) {
    assert.throws(() => guarded({ ...open, HOST: '127.0.0.1', TRUSTED_PROXIES }), {
      name: 'StartupError',
      message: /^TRUSTED_PROXIES must be/,
    });
  }
});

test('origins are scheme and host alone', () => {
  const servers = { AMQP_URL: 'amqp://a', DATABASE_URL: 'postgres://b/c' };
  for (const CORS_ORIGINS of ['*', 'https://a.example.com', 'https://a.example.com, http://localhost:5173']) {
    assert.equal(loadSettings(ApiConfigSchema, { ...servers, CORS_ORIGINS }).CORS_ORIGINS, CORS_ORIGINS);
  }
  for (const CORS_ORIGINS of ['a.example.com', 'https://a.example.com/', 'https://a.example.com,*']) {
    assert.throws(() => loadSettings(ApiConfigSchema, { ...servers, CORS_ORIGINS }), { message: /^CORS_ORIGINS must/ });
  }
});
