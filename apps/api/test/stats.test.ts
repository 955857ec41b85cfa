import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApi, submit, type TestApi } from './test-api.ts';

describe('GET /stats', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  test('tells an autoscaler what waits, what serves, and how many workers there should be', async () => {
    for (const message of ['a', 'b', 'c']) await submit(api.app, message);
    const answer = await api.app.inject('/stats?slotsPerWorker=2');
    assert.equal(answer.statusCode, 200);
    const { measuredAt, items } = answer.json();
    assert.ok(Math.abs(Date.parse(measuredAt) - Date.now()) < 60_000);
    const [{ oldestWaitMs, ...queue }, ...others] = items;
    assert.ok(oldestWaitMs >= 0);
    assert.deepEqual(
      others.map(({ queue, queued }: { queue: string; queued: number }) => [queue, queued]),
      [
        ['task_queue.reports', 0],
        ['task_queue.mail', 0],
      ],
    );
    assert.deepEqual(queue, {
      queue: 'task_queue',
      queued: 3,
      due: 0,
      scheduled: 0,
      running: 0,
      startedPerSecond: null,
      workers: 0,
      slots: 0,
      suggestedWorkers: 2,
    });
  });

  test('answers the same measurement to different goals', async () => {
    const suggested = async (query: string) =>
      (await api.app.inject(`/stats${query}`)).json().items[0].suggestedWorkers;
    assert.equal(await suggested(''), 3);
    assert.equal(await suggested('?maxWorkers=1'), 1);
  });

  test('refuses a goal that cannot be reached', async () => {
    const answer = await api.app.inject('/stats?drainWithinSeconds=0');
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].pointer, '/drainWithinSeconds');
  });
});
