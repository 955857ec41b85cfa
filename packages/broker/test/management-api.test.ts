import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { amqpUrl } from '@offload/test-services';
import { LogRecorder, readyBroker } from './rabbitmq-fixture.ts';

const url = amqpUrl();

async function managementServer(t: TestContext, status: number, body: object) {
  const requests: { path: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url, authorization: request.headers.authorization });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { requests, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('the management API tells the unacknowledged messages, asked with its own credentials', async (t) => {
  const { requests, host } = await managementServer(t, 200, { messages_unacknowledged: 7 });
  const broker = await readyBroker(t, url, { managementUrl: `http://ops:p%40ss@${host}` });
  assert.equal((await broker.queueFigures(2000)).messagesUnacknowledged, 7);
  const vhost = encodeURIComponent(decodeURIComponent(new URL(url).pathname.slice(1)) || '/');
  assert.deepEqual(requests, [
    {
      path: `/api/queues/${vhost}/${broker.topology.queue}`,
      authorization: `Basic ${Buffer.from('ops:p@ss').toString('base64')}`,
    },
  ]);
});

test('the figure of unacknowledged messages stays open when the management API fails, and says so once', async (t) => {
  const logger = new LogRecorder();
  const { host } = await managementServer(t, 500, {});
  const broker = await readyBroker(t, url, { managementUrl: `http://${host}/`, logger });
  assert.equal((await broker.queueFigures(2000)).messagesUnacknowledged, null);
  assert.equal((await broker.queueFigures(2000)).messagesUnacknowledged, null);
  assert.deepEqual(logger.of('warn'), ['status 500']);
});

test('the figure of unacknowledged messages stays open without a management API', async (t) => {
  const broker = await readyBroker(t, url);
  assert.equal((await broker.queueFigures(1000)).messagesUnacknowledged, null);
});
