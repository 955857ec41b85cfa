import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { NewTask } from '@offload/store';
import { eventually } from '@offload/test-services';
import { dispatcher } from '../../src/roles/dispatcher.ts';
import { silent, startTestApi, type TestApi } from '../test-api.ts';

describe('the dispatcher', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  test('sends each task to its own queue, and leaves those of a queue that it does not know, which it says once', async (t) => {
    const { store, broker } = api;
    const newTask = (queue: string): NewTask => ({
      type: 'sleep',
      payload: { message: '' },
      queue,
      maxAttempts: 1,
      timeoutMs: 1000,
      requestId: null,
    });
    const ids: string[] = [];
    // More than fit into one go, and due before the others.
    for (let count = 0; count < 300; count++) ids.push((await store.insert(newTask('elsewhere'))).id);
    for (const queue of ['task_queue', 'task_queue.reports']) ids.push((await store.insert(newTask(queue))).id);
    await store.makeDue(ids);

    const warnings: object[] = [];
    const logger = silent.child({});
    logger.warn = (fields: object) => warnings.push(fields);
    const stopping = new AbortController();
    const running = dispatcher({ store, broker, logger }, stopping.signal).catch(() => undefined);
    t.after(async () => {
      stopping.abort();
      await running;
    });
    for (const queue of ['task_queue', 'task_queue.reports']) {
      await eventually(async () => assert.equal((await broker.queueFigures(1000, queue)).messagesReady, 1));
    }
    assert.equal((await store.get(ids[0] ?? ''))?.state, 'scheduled');
    assert.deepEqual(warnings, [{ queue: 'elsewhere' }]);
  });
});
