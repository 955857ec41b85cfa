import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment, withChannel } from '@offload/test-deployment';

test('a task whose worker and message died together is taken back, and done by another worker', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  const doomed = await deployment.startWorker();
  const { id } = await api.submit('..');
  await api.taskIn('running', id);

  // Stopped, it cannot tell that it goes on without its message; and then it is dead.
  doomed.kill('SIGSTOP');
  await withChannel(deployment.amqpUrl, (channel) => channel.deleteQueue(deployment.queue));
  doomed.kill('SIGKILL');
  await deployment.startWorker();
  const done = await api.taskIn('succeeded', id, 60_000);
  assert.deepEqual(
    done.attempts.map(({ outcome }) => outcome),
    ['worker_lost', 'succeeded'],
  );
});
