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
    headers: shared(properties.headers),
  } as Options.Publish; // amqplib leaves out what is undefined, though its types do not say so
}

type Headers = NonNullable<MessageProperties['headers']>;

let latest: Headers = {};

/**
 * amqplib makes the headers the prototype of another object: done for each message anew, that is a third of what encoding it
 * costs. Messages that leave together mostly have the same headers, so they share the object.
 */
function shared(headers: Headers | undefined): Headers | undefined {
  if (headers !== undefined && !isSame(headers, latest)) latest = headers;
  return headers && latest;
}

function isSame(one: Headers, other: Headers): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && one[name] === other[name]);
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
