import type { Broker, Delivery, Destination, Message, Publisher, Topology } from '@offload/broker';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { Processing } from './processing.ts';
import { headersOf, tracer } from './tracer.ts';

/** Spans by https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/, attributes also by …/messaging/rabbitmq/. */
export function traceBroker(broker: Broker): Broker {
  const { topology } = broker;
  return {
    topology,
    counters: broker.counters,
    deadLetters: broker.deadLetters,
    publisher: tracePublisher(broker.publisher, topology),
    consume: (options) =>
      broker.consume({
        ...options,
        onDelivery: (delivery) => processTraced(delivery, options.queue ?? topology.queue, options.onDelivery),
      }),
    listenToControl: (options) => broker.listenToControl(options),
    listenToEvents: (options) => broker.listenToEvents(options),
    announce: (event) => broker.announce(event),
    queueFigures: (deadlineMs, queue) => broker.queueFigures(deadlineMs, queue),
    close: () => broker.close(),
  };
}

function tracePublisher(publisher: Publisher, topology: Topology): Publisher {
  return {
    get isReady() {
      return publisher.isReady;
    },
    ready: (signal) => publisher.ready(signal),
    publish: (destination, message, deadlineMs) =>
      destination === 'control' || destination === 'events'
        ? publisher.publish(destination, message, deadlineMs)
        : sendTraced(queueOf(destination, topology), message, (traced) =>
            publisher.publish(destination, traced, deadlineMs),
          ),
  };
}

function queueOf(destination: Exclude<Destination, 'control' | 'events'>, topology: Topology): string {
  return typeof destination === 'string' ? topology[destination] : destination.queue;
}

/** In the trace that the message names, which was kept with its task, or in that of what sends it. */
async function sendTraced(queue: string, message: Message, send: (message: Message) => Promise<void>): Promise<void> {
  const { headers } = message.properties;
  const active = context.active();
  const parent = trace.getSpanContext(active) ? active : propagation.extract(active, headers ?? {});
  const attributes = attributesOf('send', 'send', queue, message);
  const span = tracer().startSpan(`send ${queue}`, { kind: SpanKind.PRODUCER, attributes }, parent);
  const carried = { ...headers, ...headersOf(trace.setSpan(parent, span)) };
  try {
    await send({ ...message, properties: { ...message.properties, headers: carried } });
  } catch (error) {
    const { name, message: description } = error as Error;
    span.setAttribute('error.type', name);
    span.setStatus({ code: SpanStatusCode.ERROR, message: description });
    throw error;
  } finally {
    span.end();
  }
}

/** A span in the trace of the send span, and linked to it; what is done with the delivery finds it as the active one. */
function processTraced(delivery: Delivery, queue: string, onDelivery: (delivery: Delivery) => void): void {
  const { message } = delivery;
  const sent = propagation.extract(ROOT_CONTEXT, message.properties.headers ?? {});
  const sender = trace.getSpanContext(sent);
  const span = tracer().startSpan(
    `process ${queue}`,
    {
      kind: SpanKind.CONSUMER,
      attributes: {
        ...attributesOf('process', 'process', queue, message),
        'offload.message.redelivered': delivery.redelivered,
      },
      links: sender ? [{ context: sender }] : [],
    },
    sent,
  );
  const processing = new Processing(span);
  const onLost = () => processing.lost();
  // The signal is that of a channel, and outlives the delivery.
  delivery.lost.addEventListener('abort', onLost, { once: true });
  const end = () => {
    delivery.lost.removeEventListener('abort', onLost);
    processing.end();
  };
  const traced: Delivery = {
    message,
    redelivered: delivery.redelivered,
    lost: delivery.lost,
    ack() {
      delivery.ack();
      end();
    },
    giveBack() {
      delivery.giveBack();
      end();
    },
  };
  processing.run(trace.setSpan(sent, span), () => onDelivery(traced));
}

function attributesOf(name: string, type: string, queue: string, { properties, body }: Message) {
  return {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': name,
    'messaging.operation.type': type,
    'messaging.destination.name': queue,
    'messaging.rabbitmq.destination.routing_key': queue,
    'messaging.message.body.size': body.length,
    ...(properties.messageId === undefined
      ? {}
      : { 'messaging.message.id': properties.messageId, 'offload.task.id': properties.messageId }),
    ...(properties.correlationId === undefined
      ? {}
      : { 'messaging.message.conversation_id': properties.correlationId }),
    ...(properties.type === undefined ? {} : { 'offload.task.type': properties.type }),
  } satisfies Record<string, string | number>;
}
