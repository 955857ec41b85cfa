import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { createMemoryBroker, type Delivery, type Message } from '@offload/broker';
import { createTopology } from '@offload/contract';
import type { NewTask, Outcome, Settlement, Store } from '@offload/store';
import { latch } from '@offload/test-services';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { createTracing } from '../src/open-telemetry.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
const tracing = createTracing(() => provider.shutdown());

const UPSTREAM = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${UPSTREAM.traceId}-${UPSTREAM.spanId}-01`;
const request = { method: 'POST', url: '/tasks?a=1', headers: { traceparent, tracestate: 'vendor=1' } };
const message = (changes: Partial<Message['properties']> = {}): Message => ({
  properties: { messageId: 'task-1', type: 'sleep', correlationId: 'request-1', headers: { v: 1 }, ...changes },
  body: Buffer.from('{}'),
});

/** The one span of that name that has ended. */
function span(name: string): ReadableSpan {
  const spans = exporter.getFinishedSpans().filter((one) => one.name === name);
  assert.equal(spans.length, 1, `${spans.length} spans called '${name}'`);
  return spans[0] as ReadableSpan;
}

/** A request's work, and its span's end. */
async function served(work: () => Promise<void>): Promise<void> {
  const requestSpan = tracing.serve(request);
  const done = resolvers();
  requestSpan.run(() => {
    work().then(done.resolve, done.reject);
  });
  await done.promise;
  requestSpan.end({ status: 202, route: '/tasks' });
}

function resolvers() {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

beforeEach(() => exporter.reset());
after(() => tracing.stop());

describe('a traced request', () => {
  test('goes on with the trace of its client, and is named by its route', async () => {
    await served(async () => undefined);
    const server = span('POST /tasks');
    assert.equal(server.kind, SpanKind.SERVER);
    assert.equal(server.spanContext().traceId, UPSTREAM.traceId);
    assert.equal(server.parentSpanContext?.spanId, UPSTREAM.spanId);
    assert.equal(server.attributes['http.route'], '/tasks');
    assert.equal(server.attributes['url.path'], '/tasks');
    assert.equal(server.attributes['http.response.status_code'], 202);
  });

  test('without a route keeps its method for a name, and an answer of 500 is an error', () => {
    tracing.serve({ method: 'GET', url: '/no/such/path', headers: {} }).end({ status: 500, route: undefined });
    assert.equal(span('GET').status.code, SpanStatusCode.ERROR);
  });

  test('gives its ids to log lines, across what is waited for', async () => {
    await served(async () => {
      await new Promise(setImmediate);
      assert.equal(tracing.logFields().trace_id, UPSTREAM.traceId);
    });
    assert.deepEqual(tracing.logFields(), {});
  });
});

describe('a traced message', () => {
  /** Sends it in a request, and processes it. */
  async function sendAndProcess(process: (delivery: Delivery) => Promise<void>, sent = message()): Promise<Message> {
    const broker = tracing.traceBroker(createMemoryBroker(createTopology()));
    const done = latch();
    let received = sent;
    broker.consume({
      prefetch: 1,
      onDelivery(delivery) {
        received = delivery.message;
        void process(delivery).finally(done.open);
      },
    });
    await served(() => broker.publisher.publish('queue', sent, 1000));
    await done.opened;
    await broker.close();
    return received;
  }

  test('is sent in the trace of the request, and processed in the trace of its sending, linked to it', async () => {
    await sendAndProcess(async (delivery) => delivery.ack());
    const [server, send, process] = [span('POST /tasks'), span('send task_queue'), span('process task_queue')];
    assert.equal(send.kind, SpanKind.PRODUCER);
    assert.equal(send.parentSpanContext?.spanId, server.spanContext().spanId);
    assert.equal(process.kind, SpanKind.CONSUMER);
    assert.equal(process.parentSpanContext?.spanId, send.spanContext().spanId);
    assert.deepEqual(
      process.links.map(({ context }) => context.spanId),
      [send.spanContext().spanId],
    );
    for (const each of [server, send, process]) assert.equal(each.spanContext().traceId, UPSTREAM.traceId);
    assert.deepEqual(send.attributes, {
      'messaging.system': 'rabbitmq',
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'task_queue',
      'messaging.rabbitmq.destination.routing_key': 'task_queue',
      'messaging.message.body.size': 2,
      'messaging.message.id': 'task-1',
      'messaging.message.conversation_id': 'request-1',
      'offload.task.id': 'task-1',
      'offload.task.type': 'sleep',
    });
  });

  test('carries the context of its sending in its headers, beside the others', async () => {
    const { properties } = await sendAndProcess(async (delivery) => delivery.ack());
    const { spanId } = span('send task_queue').spanContext();
    assert.deepEqual(properties.headers, {
      v: 1,
      traceparent: `00-${UPSTREAM.traceId}-${spanId}-01`,
      tracestate: 'vendor=1',
    });
  });

  test('is processed with its span as the active one, across what is waited for', async () => {
    let active: string | undefined;
    await sendAndProcess(async (delivery) => {
      await new Promise(setImmediate);
      active = trace.getActiveSpan()?.spanContext().spanId;
      delivery.ack();
    });
    assert.equal(active, span('process task_queue').spanContext().spanId);
  });

  test('that is sent later goes on with the trace that was kept with its task', async () => {
    const broker = tracing.traceBroker(createMemoryBroker(createTopology()));
    await broker.publisher.publish('queue', message({ headers: { traceparent } }), 1000);
    await broker.close();
    assert.equal(span('send task_queue').parentSpanContext?.spanId, UPSTREAM.spanId);
  });

  test('that is lost before it was claimed ends its span', async () => {
    await sendAndProcess(async () => undefined);
    assert.deepEqual(
      span('process task_queue').events.map(({ name }) => name),
      ['delivery lost'],
    );
  });

  test('that cannot be sent says why', async () => {
    const memory = createMemoryBroker(createTopology());
    const broker = tracing.traceBroker(memory);
    await broker.close();
    await assert.rejects(broker.publisher.publish('queue', message(), 1000));
    const { status, attributes } = span('send task_queue');
    assert.equal(status.code, SpanStatusCode.ERROR);
    assert.equal(attributes['error.type'], 'PublishNotConfirmedError');
  });

  describe('with the traced store', () => {
    const inserted: NewTask[] = [];
    const store = tracing.traceStore({
      insert: async (task: NewTask) => {
        inserted.push(task);
      },
      claim: async () => ({ kind: 'claimed', attempt: 2 }),
      settle: async () => 'stored',
    } as unknown as Store);
    const error = { code: 'HANDLER_ERROR', message: 'it threw', retryable: true };

    const attempt = (outcome: Outcome) => async (delivery: Delivery) => {
      await store.claim({ taskId: 'task-1', worker: 'w', redelivered: false });
      const settlement: Settlement = { taskId: 'task-1', attempt: 2, outcome };
      await store.settle(settlement);
      if (outcome.kind !== 'interrupted') delivery.ack();
    };

    test('knows its attempt and what came of it, and its settlement is a span of its own', async () => {
      await sendAndProcess(attempt({ kind: 'retry', error, delayMs: 1 }));
      const [process, settle] = [span('process task_queue'), span('settle')];
      assert.equal(process.attributes['offload.task.attempt'], 2);
      assert.equal(process.attributes['offload.task.outcome'], 'retry');
      assert.equal(process.attributes['error.type'], 'HANDLER_ERROR');
      assert.deepEqual(process.status, { code: SpanStatusCode.ERROR, message: 'it threw' });
      assert.equal(settle.kind, SpanKind.CLIENT);
      assert.equal(settle.parentSpanContext?.spanId, process.spanContext().spanId);
    });

    test('ends with its attempt also where it is given back to the queue', async () => {
      await sendAndProcess(attempt({ kind: 'interrupted', error }));
      assert.equal(span('process task_queue').attributes['offload.task.outcome'], 'interrupted');
    });

    test('keeps the trace of a request with the tasks that it submits, and no other', async () => {
      inserted.length = 0;
      const task = { type: 'sleep' } as NewTask;
      await store.insert(task);
      await served(async () => {
        await store.insert(task);
      });
      const { spanId } = span('POST /tasks').spanContext();
      const kept = { traceparent: `00-${UPSTREAM.traceId}-${spanId}-01`, tracestate: 'vendor=1' };
      assert.deepEqual(
        inserted.map(({ traceContext }) => traceContext),
        [undefined, kept],
      );
    });
  });
});
