import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createDeployment, POLLING } from '@offload/test-deployment';
import { eventually, type ReceivedCallback, startCallbackReceiver } from '@offload/test-services';
import { Webhook } from 'standardwebhooks';

const callbackSecret = `whsec_${randomBytes(32).toString('base64')}`;

interface Event {
  type: string;
  data: { id: string };
}

/** The event, which must have been signed with our secret. */
function verified({ body, headers }: ReceivedCallback): Event {
  return new Webhook(callbackSecret).verify(body, headers as Record<string, string>) as Event;
}

test('a finished task is told of, signed', async (t) => {
  const { url, received } = await startCallbackReceiver(t);
  const deployment = await createDeployment(t, { callbackSecret });
  const api = await deployment.startApi();
  await deployment.startWorker();
  const { id } = await api.submit('.', { callback: { url } });
  await eventually(() => assert.equal(received.length, 1));
  const [{ type, data }] = received.map(verified) as [Event];
  assert.deepEqual([type, data.id], ['task.succeeded', id]);
});

test('callbacks do not wait behind tasks', async (t) => {
  const { url, received } = await startCallbackReceiver(t);
  const deployment = await createDeployment(t, { callbackSecret });
  const api = await deployment.startApi();
  await deployment.startWorker();
  const { id } = await api.submit('', { callback: { url } });
  for (let count = 0; count < 5; count++) await api.submit('..........');
  await api.taskIn('succeeded', id);
  await eventually(() => assert.equal(received.length, 1), POLLING);
});

test('a cancelled task is told of, too, though no worker has had it', async (t) => {
  const { url, received } = await startCallbackReceiver(t);
  const deployment = await createDeployment(t, { callbackSecret });
  const api = await deployment.startApi();
  const { id } = await api.submit('', { callback: { url } });
  assert.equal((await fetch(`${api.url}/tasks/${id}/cancel`, { method: 'POST' })).status, 200);
  await deployment.startWorker();
  await eventually(() =>
    assert.deepEqual(
      received.map(verified).map(({ type }) => type),
      ['task.cancelled'],
    ),
  );
});

test('of a hundred tasks each is told of under one id, whoever is killed meanwhile', async (t) => {
  const receiver = await startCallbackReceiver(t);
  const deployment = await createDeployment(t, { callbackSecret });
  const first = await deployment.startApi();
  const workers = await Promise.all([deployment.startWorker(), deployment.startWorker()]);
  receiver.answer = { status: 503, headers: { 'retry-after': '1' } };
  const ids: string[] = [];
  for (let count = 0; count < 100; count++) {
    ids.push((await first.submit('', { callback: { url: receiver.url } })).id);
    if (count === 40) workers[0]?.kill('SIGKILL');
    if (count === 80) receiver.answer = { status: 204 };
  }
  first.program.kill('SIGKILL');
  workers[1]?.kill('SIGKILL');
  await deployment.startApi();
  await deployment.startWorker();

  await eventually(
    () => assert.deepEqual([...new Set(receiver.received.map((callback) => verified(callback).data.id))].sort(), ids),
    { timeoutMs: 60_000 },
  );
  const messageIds = new Map<string, Set<unknown>>();
  for (const callback of receiver.received) {
    const { id } = verified(callback).data;
    messageIds.set(id, (messageIds.get(id) ?? new Set()).add(callback.headers['webhook-id']));
  }
  assert.deepEqual(
    [...messageIds.values()].map(({ size }) => size),
    ids.map(() => 1),
  );
});
