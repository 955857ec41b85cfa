import type { Options, Message as ReceivedMessage, MessageProperties as ReceivedProperties } from 'amqplib';
import type { Message, MessageProperties } from '../port.ts';
import type { Route } from './route.ts';

/** How lasting a message is, its route says. */
export function toPublishOptions(properties: MessageProperties, { persistent, mandatory }: Route): Options.Publish {
  return {
    persistent,
    mandatory,
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

export function toMessage({ properties, content }: ReceivedMessage): Message {
  return { properties: fromReceived(properties), body: content };
}

/** Only those that the message has. */
function fromReceived(received: ReceivedProperties): MessageProperties {
  const properties: Record<string, unknown> = {};
  for (const name of RECEIVED) if (received[name] !== undefined) properties[name] = received[name];
  return properties;
}
