import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';
import { eventually } from '@offload/test-services';
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
