import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@offload/test-services';
import { EventSource } from 'eventsource';
import { listen } from '../src/listen.ts';
import { startTestApi, submit, type TestApi } from './test-api.ts';

describe('the stream of all tasks', () => {
  let api: TestApi;
  let url: string;
  before(async () => {
    api = await startTestApi();
    url = await listen(api.app, { host: '127.0.0.1', port: 0 });
  });
  after(() => api.close());

  function listenTo(query = '', lastEventId = '') {
    const heard: { event: string; id: string; task: { id: string; state: string } }[] = [];
    const source = new EventSource(`${url}/events${query}`, {
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          headers: { ...init?.headers, ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }) },
        }),
    });
    for (const event of ['task', 'reset']) {
      source.addEventListener(event, ({ data, lastEventId: id }) => heard.push({ event, id, task: JSON.parse(data) }));
    }
    const tasks = () => heard.filter(({ event }) => event === 'task').map(({ task }) => `${task.id} ${task.state}`);
    return {
      heard,
      source,
      begins: () => eventually(() => assert.equal(heard[0]?.event, 'reset')),
      hears: (...lines: string[]) => eventually(() => assert.deepEqual(tasks(), lines)),
    };
  }

  async function cancel(id: string) {
    assert.equal((await api.app.inject({ method: 'POST', url: `/tasks/${id}/cancel` })).statusCode, 200);
  }

  test('begins with a reset, then tells of every task, and to each reader what it asked for', async (t) => {
    const all = listenTo();
    const cancelled = listenTo('?state=cancelled&type=sleep&queue=task_queue');
    const none = [listenTo('?type=primes'), listenTo('?queue=other'), listenTo('?tag=other')];
    t.after(() => {
      for (const { source } of [all, cancelled, ...none]) source.close();
    });
    await Promise.all([all, cancelled, ...none].map(({ begins }) => begins()));
    const { task } = await submit(api.app, 'x');
    await all.hears(`${task.id} queued`);
    await cancel(task.id);
    await all.hears(`${task.id} queued`, `${task.id} cancelled`);
    await cancelled.hears(`${task.id} cancelled`);
    for (const { hears } of none) await hears();
    const { task: told } = all.heard.at(-1) ?? assert.fail();
    assert.equal('payload' in told, false);
    assert.equal('createdAt' in told, true);
  });

  test('goes on after the last event of a reader that comes back, and says so where it cannot', async (t) => {
    const first = listenTo();
    await first.begins();
    // The listener is live by now, and says nothing more of it.
    const { task } = await submit(api.app, 'x');
    await first.hears(`${task.id} queued`);
    const last = first.heard.at(-1)?.id ?? assert.fail();
    first.source.close();
    await eventually(() => assert.equal(api.app.streams.size, 0));
    await cancel(task.id);

    const second = listenTo('', last);
    t.after(() => second.source.close());
    await second.hears(`${task.id} cancelled`);
    assert.deepEqual(
      second.heard.map(({ event }) => event),
      ['task'],
    );
    const third = listenTo('', 'another-1');
    t.after(() => third.source.close());
    await third.begins();
  });

  test('refuses a filter that it does not know', async () => {
    const answer = await api.app.inject('/events?colour=red');
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().code, 'INVALID_REQUEST');
  });
});
