import { APP_ID, isTaskId, MESSAGE_VERSION, type Message } from './message.ts';
import { decodeText, isObject, parseJson } from './message-body.ts';

/** What is said to every worker at once. */
export type ControlSignal =
  | { kind: 'cancel'; taskId: string }
  /** A queue was paused or resumed: what the store says of them has changed. */
  | { kind: 'queues' };

/** The message of a signal, transient: one that comes late is of no use. `asyncapi.yaml` describes the same. */
export function encodeControl({ kind, ...body }: ControlSignal): Message {
  return {
    properties: {
      deliveryMode: 1,
      contentType: 'application/json',
      type: kind,
      appId: APP_ID,
      headers: { v: MESSAGE_VERSION },
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** `undefined` for what this version does not know, so that older and newer ones can run side by side. Never throws. */
export function decodeControl({ properties, body }: Message): ControlSignal | undefined {
  if (properties.appId !== APP_ID) return undefined;
  if (properties.type === 'queues') return { kind: 'queues' };
  if (properties.type !== 'cancel') return undefined;
  const content = parseJson(decodeText(body) ?? '');
  return isObject(content) && isTaskId(content.taskId) ? { kind: 'cancel', taskId: content.taskId } : undefined;
}
