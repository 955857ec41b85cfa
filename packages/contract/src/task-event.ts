import { APP_ID, isTaskId, MESSAGE_VERSION, type Message } from './message.ts';
import { decodeText, isObject, parseJson } from './message-body.ts';

/**
 * What may have happened to a task. `settled`: it has reached a final state, or an attempt at it has ended; `changed`: its
 * state is another one that is not final; `progress`: a report was stored; `log`:
 * lines of its handler were.
 */
export const TASK_EVENT_KINDS = ['settled', 'changed', 'progress', 'log'] as const;

/** Says that a task's row is worth a look. What has happened, the row says. */
export interface TaskEvent {
  taskId: string;
  kind: (typeof TASK_EVENT_KINDS)[number];
}

const TYPE = 'task-events';

/** The message of all events of one moment, transient: one that is lost makes somebody slow, and nobody wrong. `asyncapi.yaml` describes the same. */
export function encodeEvents(events: readonly TaskEvent[]): Message {
  return {
    properties: {
      deliveryMode: 1,
      contentType: 'application/json',
      type: TYPE,
      appId: APP_ID,
      headers: { v: MESSAGE_VERSION },
    },
    body: Buffer.from(JSON.stringify(events)),
  };
}

/** Without what this version does not know, so that older and newer ones can run side by side. Never throws. */
export function decodeEvents({ properties, body }: Message): TaskEvent[] {
  if (properties.appId !== APP_ID || properties.type !== TYPE) return [];
  const content = parseJson(decodeText(body) ?? '');
  return Array.isArray(content) ? content.filter(isTaskEvent) : [];
}

function isTaskEvent(value: unknown): value is TaskEvent {
  return isObject(value) && isTaskId(value.taskId) && (TASK_EVENT_KINDS as readonly unknown[]).includes(value.kind);
}
