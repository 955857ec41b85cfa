import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
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
  const { broker, catalogue } = api.app.dependencies;
  const app = await buildApi({ store, broker, catalogue, apiKeys: [], bodyLimit: 1024, logger: silent });
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
