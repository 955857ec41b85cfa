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

export function fromReceived(received: ReceivedProperties): MessageProperties {
  const properties: MessageProperties = {};
  if (received.deliveryMode !== undefined) properties.deliveryMode = received.deliveryMode;
  if (received.contentType !== undefined) properties.contentType = received.contentType;
  if (received.messageId !== undefined) properties.messageId = received.messageId;
  if (received.type !== undefined) properties.type = received.type;
  if (received.timestamp !== undefined) properties.timestamp = received.timestamp;
  if (received.correlationId !== undefined) properties.correlationId = received.correlationId;
  if (received.priority !== undefined) properties.priority = received.priority;
  if (received.appId !== undefined) properties.appId = received.appId;
  if (received.headers !== undefined) properties.headers = received.headers;
  return properties;
}
