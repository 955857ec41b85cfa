import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeEvents, encodeEvents, type Message, type TaskEvent } from '../src/index.ts';
import { TASK_ID } from './sample-task.ts';

const EVENTS: TaskEvent[] = [
  { taskId: TASK_ID, kind: 'changed' },
  { taskId: TASK_ID, kind: 'settled' },
];
const message = encodeEvents(EVENTS);

test('events of one moment are one transient message', () => {
  assert.deepEqual(message, {
    properties: {
      deliveryMode: 1,
      contentType: 'application/json',
      type: 'task-events',
      appId: 'offload',
      headers: { v: 1 },
    },
    body: Buffer.from(JSON.stringify(EVENTS)),
  });
});

test('events are understood as they were sent', () => assert.deepEqual(decodeEvents(message), EVENTS));

test('events of a kind that this version does not know are passed over, the others are not', () => {
  const body = Buffer.from(JSON.stringify([{ taskId: TASK_ID, kind: 'moved' }, null, {}, ...EVENTS]));
  assert.deepEqual(decodeEvents({ properties: message.properties, body }), EVENTS);
});

describe('a message that has no events is passed over', () => {
  const { properties, body } = message;
  const others: Record<string, Message> = {
    'of another type': { properties: { ...properties, type: 'cancel' }, body },
    'of another program': { properties: { ...properties, appId: 'other' }, body },
    'without a body': { properties, body: Buffer.alloc(0) },
    'that is not UTF-8': { properties, body: Buffer.from([0xff]) },
    'that is no list': { properties, body: Buffer.from('{}') },
  };
  for (const [name, other] of Object.entries(others)) {
    test(name, () => assert.deepEqual(decodeEvents(other), []));
  }
});
