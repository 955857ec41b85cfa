import type { Options, MessageProperties as ReceivedProperties } from 'amqplib';
import type { MessageProperties } from '../port.ts';

/** Every message is persistent, and comes back when it cannot be routed. */
export function toPublishOptions(properties: MessageProperties): Options.Publish {
  return {
    persistent: true,
    mandatory: true,
    contentType: properties.contentType,
    messageId: properties.messageId,
    type: properties.type,
    timestamp: properties.timestamp,
    correlationId: properties.correlationId,
    priority: properties.priority,
    appId: properties.appId,
    headers: properties.headers,
  } as Options.Publish; // amqplib leaves out what is undefined, though its types do not say so
}

const RECEIVED = [
  'deliveryMode',
  'contentType',
  'messageId',
  'type',
  'timestamp',
  'correlationId',
  'priority',
  'appId',
  'headers',
] as const satisfies (keyof MessageProperties)[];

/** Only those that the message has. */
export function fromReceived(received: ReceivedProperties): MessageProperties {
  return Object.fromEntries(
    RECEIVED.filter((name) => received[name] !== undefined).map((name) => [name, received[name]]),
  );
}
