import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';

test('a client that waits on one API is answered when the worker is done, whichever API took the task', async (t) => {
  const deployment = await createDeployment(t, { scripted: true });
  const [api, other] = [await deployment.startApi(), await deployment.startApi()];
  await deployment.startWorker({ WORKER_CONCURRENCY: '4' });
  const prefer = { prefer: 'wait=60' };

  const { id } = await api.submitScripted({ script: 'ok', durationMs: 700 });
  const read = await fetch(`${other.url}/tasks/${id}`, { headers: prefer });
  assert.equal(read.headers.get('preference-applied'), 'wait=60');
  assert.equal(((await read.json()) as { state: string }).state, 'succeeded');

  const startedAt = performance.now();
  const posted = await fetch(`${other.url}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...prefer },
    body: JSON.stringify({ type: 'scripted', payload: { script: 'refuse', durationMs: 200 } }),
  });
  assert.equal(posted.status, 200);
  assert.equal(((await posted.json()) as { state: string }).state, 'failed');
  // Not by the look at the end of the wait.
  assert.ok(performance.now() - startedAt < 30_000);
});

test('a reader of the stream of a task, or of all tasks, hears of what another API and a worker do', async (t) => {
  const deployment = await createDeployment(t, { scripted: true });
  const [api, other] = [await deployment.startApi(), await deployment.startApi()];
  const { id } = await api.submitScripted({ script: ['throw', 'ok'] });
  const own = await fetch(`${other.url}/tasks/${id}/events`);
  const all = new AbortController();
  const feed = await fetch(`${other.url}/events?type=scripted`, { signal: all.signal });
  await deployment.startWorker();

  const states = [...(await own.text()).matchAll(/"state":"(\w+)","attempt":(\d)/g)].map(([, ...found]) =>
    found.join(' '),
  );
  assert.equal(states[0], 'queued 0');
  assert.equal(states.at(-1), 'succeeded 2');
  assert.ok(states.includes('running 1'), String(states));

  let text = '';
  for await (const chunk of (feed.body ?? assert.fail()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('"state":"succeeded"')) break;
  }
  all.abort();
  assert.ok(text.includes(id));
});
