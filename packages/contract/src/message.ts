import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts';
import { decodeText, isObject, parseJson } from './message-body.ts';
import type { Task } from './task.ts';
import type { TaskCatalogue } from './task-type.ts';
import type { TraceContext } from './trace-context.ts';

/** AMQP 0-9-1 basic properties, as far as Offload writes or reads them. */
export interface MessageProperties {
  /** 1 transient, 2 persistent. */
  deliveryMode?: number;
  contentType?: string;
  messageId?: string;
  type?: string;
  /** Seconds since the epoch: AMQP's own unit. */
  timestamp?: number;
  correlationId?: string;
  /** 0–9. */
  priority?: number;
  appId?: string;
  headers?: Record<string, unknown>;
}

/** A message as it travels: envelope in the properties, the payload alone in the body. */
export interface Message {
  properties: MessageProperties;
  body: Buffer;
}

/** What a worker must know to start an attempt. */
export interface TaskTicket {
  /** UUID of the task. */
  id: string;
  type: string;
  payload: unknown;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
  /** The HTTP request that submitted the task. */
  requestId: string | null;
  /** Milliseconds since the epoch, by the database's clock: when the task was queued with this message. Names it. */
  queuedAt: number | null;
  /** 0–9. */
  priority: number;
}

/** What a message turned out to be. */
export type DecodedMessage =
  | { kind: 'task'; ticket: TaskTicket }
  /** Another producer's message that makes a valid task once it has an id. */
  | { kind: 'foreign'; type: string; payload: unknown }
  | { kind: 'malformed'; reason: string };

export const APP_ID = 'offload';
export const MESSAGE_VERSION = 1;
/** Milliseconds: what a timer of JavaScript can wait. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;
export const DEAD_LETTER_REASON_HEADER = 'x-offload-reason';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isTaskId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

export interface EncodeOptions {
  timeoutMs: number;
  requestId: string | null;
  /** The trace that sending it belongs to. */
  traceContext?: TraceContext | null;
}

/** The message of a task. `asyncapi.yaml` describes the same. */
export function encodeTask(
  task: Pick<Task, 'id' | 'type' | 'payload' | 'priority' | 'maxAttempts' | 'createdAt' | 'queuedAt'>,
  { timeoutMs, requestId, traceContext }: EncodeOptions,
): Message {
  return {
    properties: {
      deliveryMode: 2,
      contentType: 'application/json',
      messageId: task.id,
      type: task.type,
      timestamp: Math.floor(Date.parse(task.createdAt) / 1000),
      ...(requestId === null ? {} : { correlationId: requestId }),
      priority: task.priority,
      appId: APP_ID,
      headers: {
        v: MESSAGE_VERSION,
        'max-attempts': task.maxAttempts,
        'timeout-ms': timeoutMs,
        ...(task.queuedAt === null ? {} : { 'queued-at': Date.parse(task.queuedAt) }),
        ...traceContext,
      },
    },
    body: Buffer.from(JSON.stringify(task.payload)),
  };
}

/** That the event of a callback has around the metadata and the result of its task. */
const EVENT_LEVELS = 10;

/** Tells our messages from other producers' messages, and both from what nobody can understand. Never throws. */
export function decodeMessage({ properties, body }: Message, catalogue: TaskCatalogue): DecodedMessage {
  const text = decodeText(body);
  if (text === undefined) return { kind: 'malformed', reason: 'body is not UTF-8 text' };
  const ours = properties.appId === APP_ID && isTaskId(properties.messageId);
  const levels = ours ? MAX_JSON_DEPTH + EVENT_LEVELS : MAX_JSON_DEPTH;
  if (isTooDeep(body, levels)) return { kind: 'malformed', reason: `body has more than ${levels} levels` };
  return ours
    ? decodeTicket(properties.messageId as string, properties, text)
    : decodeForeign(properties, text, catalogue);
}

function decodeTicket(id: string, properties: MessageProperties, text: string): DecodedMessage {
  const payload = parseJson(text);
  if (payload === undefined) return { kind: 'malformed', reason: 'body is not JSON' };
  if (!properties.type) return { kind: 'malformed', reason: "property 'type' is missing" };
  const version = properties.headers?.v;
  // Newer versions only add headers, so that old workers go on during a deploy.
  if (typeof version !== 'number' || version < MESSAGE_VERSION) {
    return { kind: 'malformed', reason: `header 'v' must be a number from ${MESSAGE_VERSION}, got ${String(version)}` };
  }
  const timeoutMs = properties.headers?.['timeout-ms'];
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    const expected = `a number above 0, up to ${MAX_TIMEOUT_MS}`;
    return { kind: 'malformed', reason: `header 'timeout-ms' must be ${expected}, got ${String(timeoutMs)}` };
  }
  const queuedAt = properties.headers?.['queued-at'];
  const ticket = {
    id,
    type: properties.type,
    payload,
    timeoutMs,
    requestId: properties.correlationId ?? null,
    // Older versions do not write it.
    queuedAt: Number.isSafeInteger(queuedAt) ? (queuedAt as number) : null,
    priority: properties.priority ?? 0,
  };
  return { kind: 'task', ticket };
}

/** A text is a `sleep` task, as in the tutorial; a JSON body needs a known type, in the property or beside its payload. */
function decodeForeign({ type }: MessageProperties, text: string, catalogue: TaskCatalogue): DecodedMessage {
  const json = parseJson(text);
  if (type) {
    if (json === undefined) return { kind: 'malformed', reason: `body of a '${type}' task is not JSON` };
    return checkedForeign(type, json, catalogue);
  }
  if (!isObject(json)) return checkedForeign('sleep', { message: text }, catalogue);
  if (typeof json.type !== 'string') return { kind: 'malformed', reason: 'JSON body without a task type' };
  return checkedForeign(json.type, json.payload ?? null, catalogue);
}

function checkedForeign(type: string, payload: unknown, catalogue: TaskCatalogue): DecodedMessage {
  const known = catalogue.openNames;
  if (!known.includes(type)) {
    return { kind: 'malformed', reason: `unknown task type '${type}', known: ${known.join(', ')}` };
  }
  const issues = catalogue.payloadIssues(type, payload);
  if (issues.length === 0) return { kind: 'foreign', type, payload };
  const reasons = issues.map(({ pointer, message }) => `${pointer || '/'} ${message}`);
  return { kind: 'malformed', reason: `invalid payload of a '${type}' task: ${reasons.join('; ')}` };
}

/** Characters: a reason quotes what was found, and headers have a limit. */
const MAX_REASON_LENGTH = 1000;

/** The same message for the dead queue, with the reason in its headers. */
export function deadLetter(message: Message, reason: string): Message {
  const headers = { ...message.properties.headers, [DEAD_LETTER_REASON_HEADER]: reason.slice(0, MAX_REASON_LENGTH) };
  return { properties: { ...message.properties, deliveryMode: 2, headers }, body: message.body };
}
