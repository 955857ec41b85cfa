import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTopology } from '@offload/contract';
import { connectRabbitMq } from '../src/index.ts';
import { parseEndpoint } from '../src/rabbitmq/endpoint.ts';
import { LogRecorder } from './rabbitmq-fixture.ts';

test('reads host, port, vhost and credentials, and labels the endpoint without them', () => {
  const { label, vhost, username, password } = parseEndpoint('amqps://us%40er:p%3Aw@mq.example/my%2Fvhost', 10);
  assert.deepEqual(
    { label, vhost, username, password },
    { label: 'mq.example:5671/my/vhost', vhost: 'my/vhost', username: 'us@er', password: 'p:w' },
  );
});

test('takes what AMQP clients take by default', () => {
  const { label, vhost, username, password } = parseEndpoint('amqp://localhost', 10);
  assert.deepEqual(
    { label, vhost, username, password },
    { label: 'localhost:5672/', vhost: '/', username: 'guest', password: 'guest' },
  );
});

test('sets the heartbeat unless the URL does', () => {
  assert.match(parseEndpoint('amqp://localhost', 10).url, /\?heartbeat=10$/);
  assert.match(parseEndpoint('amqp://localhost?heartbeat=3', 10).url, /\?heartbeat=3$/);
});

for (const [url, reason] of [
  ['secret', /it is no URL/],
  ['http://user:secret@localhost', /its scheme is 'http'/],
  ['amqp://', /it has no host/],
  ['amqp://user:secret@localhost:99999', /it is no URL/],
  ['amqp://user:secret%@localhost', /a '%' that is not the start of an escape/],
] as const) {
  test(`refuses ${url} at creation, and does not repeat it`, () => {
    const options = { topology: createTopology(), processName: 'test', logger: new LogRecorder() };
    assert.throws(
      () => connectRabbitMq({ urls: [url], ...options }),
      ({ message }: Error) => reason.test(message) && !message.includes('secret'),
    );
  });
}

test('refuses an empty list of URLs and a malformed management URL at creation', () => {
  const options = { topology: createTopology(), processName: 'test', logger: new LogRecorder() };
  assert.throws(() => connectRabbitMq({ urls: [], ...options }), /no AMQP URL/);
  const urls = ['amqp://localhost'];
  assert.throws(
    () => connectRabbitMq({ urls, ...options, managementUrl: 'ftp://user:secret@localhost' }),
    /^Error: malformed management URL: expected http:\/\/user:password@host:port$/,
  );
});
