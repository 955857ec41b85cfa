import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment, withChannel } from '@offload/test-deployment';
import { eventually } from '@offload/test-services';

test('what nobody understands goes to the dead queue with its reason, and the next task is done', async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi();
  await deployment.startWorker();
  await withChannel(deployment.amqpUrl, async (channel) => {
    const bodies = [
      Buffer.from([0xff, 0xfe]),
      Buffer.from('{"type":"paint","payload":{}}'),
      Buffer.from('{"a":1}'),
      Buffer.from(JSON.stringify({ type: 'x'.repeat(200_000), payload: {} })),
    ];
    for (const body of bodies) channel.sendToQueue(deployment.queue, body, { headers: { origin: 'test' } });
    const { id } = await api.submit('no dots');
    await api.succeeded([id]);

    const reasons = await eventually(async () => {
      const { messageCount } = await channel.checkQueue(`${deployment.queue}.dead`);
      assert.equal(messageCount, bodies.length);
      const found: string[] = [];
      for (let index = 0; index < bodies.length; index++) {
        const message = await channel.get(`${deployment.queue}.dead`, { noAck: true });
        assert.ok(message);
        assert.deepEqual(message.content, bodies[index]);
        assert.equal(message.properties.headers?.origin, 'test');
        found.push(String(message.properties.headers?.['x-offload-reason']));
      }
      return found;
    });
    assert.match(String(reasons[0]), /UTF-8/);
    assert.match(String(reasons[1]), /unknown task type 'paint', known: sleep/);
    assert.match(String(reasons[2]), /without a task type/);
    assert.match(String(reasons[3]), /unknown task type 'xxx/);
  });
});
