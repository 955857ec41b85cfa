import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { latch } from '@offload/test-services';
import { buildApi } from '../src/app.ts';
import { listen } from '../src/listen.ts';
import { silent, startTestApi } from './test-api.ts';

test('a request under way when the API closes is answered, and its kept-alive connection does not hold the API up', async () => {
  const api = await startTestApi();
  const asked = latch();
  const answering = latch();
  const store = {
    ...api.store,
    async ping() {
      asked.open();
      await answering.opened;
    },
  };
  const { broker, catalogue, files } = api.app.dependencies;
  const app = await buildApi({ store, broker, catalogue, files, apiKeys: [], bodyLimit: 1024, logger: silent });
  const url = await listen(app, { host: '127.0.0.1', port: 0 });
  // Idle connections stay until somebody ends them.
  app.server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });

  const answer = new Promise<number | undefined>((resolve, reject) => {
    get(`${url}/readyz`, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
  await asked.opened;
  const closing = app.close();
  answering.open();
  assert.equal(await answer, 200);
  await closing;
  agent.destroy();
  await api.close();
});

test('a request that comes on an open connection while the API closes is answered, and the client told to leave', async () => {
  const api = await startTestApi();
  const url = await listen(api.app, { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function ask() {
    const [answer] = (await once(get(`${url}/healthz`, { agent }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode, connection: answer.headers.connection };
  }
  assert.deepEqual(await ask(), { status: 200, connection: 'keep-alive' });
  const closed = api.close();
  assert.deepEqual(await ask(), { status: 200, connection: 'close' });
  await closed;
  agent.destroy();
});

test('a connection on which nothing was ever asked does not hold the API up', async () => {
  const api = await startTestApi();
  const url = new URL(await listen(api.app, { host: '127.0.0.1', port: 0 }));
  // Node.js would wait for its request until the server's own limits.
  api.app.server.headersTimeout = 0;
  api.app.server.requestTimeout = 0;
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  socket.resume();
  await api.close();
  await ended;
});
