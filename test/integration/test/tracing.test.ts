import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';
import { eventually, startCallbackReceiver } from '@offload/test-services';
import { startTraceReceiver, treeOf } from './trace-receiver.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

test('one trace leads from the request of a client through each message to each attempt, and into the log', async (t) => {
  const receiver = await startTraceReceiver(t);
  const deployment = await createDeployment(t, { scripted: true });
  const { queue } = deployment;
  const api = await deployment.startApi(receiver.env);
  const worker = await deployment.startWorker(receiver.env);
  const answer = await fetch(`${api.url}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` },
    body: JSON.stringify({ type: 'scripted', payload: { script: ['throw', 'ok'] } }),
  });
  assert.equal(answer.status, 202);

  const spans = await eventually(
    () => {
      const ofTrace = receiver.spans.filter(({ traceId }) => traceId === TRACE_ID);
      assert.equal(ofTrace.length, 7);
      return ofTrace;
    },
    { timeoutMs: 30_000 },
  );
  // The second message was sent by the dispatcher, once the retry was due.
  const sent = [
    `  send ${queue} (offload-api)`,
    `    process ${queue} (offload-worker)`,
    '      settle (offload-worker)',
  ];
  assert.deepEqual(treeOf(spans), ['POST /tasks (offload-api)', ...sent, ...sent]);
  for (const { name, links, parentSpanId } of spans) {
    const linked = name.startsWith('process') ? [parentSpanId] : [];
    assert.deepEqual(
      (links ?? []).map(({ spanId }) => spanId),
      linked,
      name,
    );
  }
  await worker.waitForOutput(new RegExp(`"trace_id":"${TRACE_ID}".*task succeeded`), 10_000);
});

test('the trace leads on to the delivery of the callback', async (t) => {
  const receiver = await startTraceReceiver(t);
  const { url } = await startCallbackReceiver(t);
  const callbackSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const deployment = await createDeployment(t, { callbackSecret });
  const { queue } = deployment;
  const api = await deployment.startApi(receiver.env);
  await deployment.startWorker(receiver.env);
  await api.submit('', { callback: { url } });
  const spans = await eventually(
    () => {
      const submitted = receiver.spans.find(({ name }) => name === 'POST /tasks');
      const ofTrace = receiver.spans.filter(({ traceId }) => traceId === submitted?.traceId);
      assert.equal(ofTrace.length, 7);
      return ofTrace;
    },
    { timeoutMs: 30_000 },
  );
  const sent = (to: string) => [
    `  send ${to} (offload-api)`,
    `    process ${to} (offload-worker)`,
    '      settle (offload-worker)',
  ];
  assert.deepEqual(treeOf(spans), ['POST /tasks (offload-api)', ...sent(queue), ...sent(`${queue}.callbacks`)]);
});
