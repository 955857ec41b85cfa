import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeControl, encodeControl, type Message } from '../src/index.ts';
import { TASK_ID } from './sample-task.ts';

const cancel = encodeControl({ kind: 'cancel', taskId: TASK_ID });

test('a signal has its kind as the type and the rest as the body, and is transient', () => {
  assert.deepEqual(cancel, {
    properties: {
      deliveryMode: 1,
      contentType: 'application/json',
      type: 'cancel',
      appId: 'offload',
      headers: { v: 1 },
    },
    body: Buffer.from(`{"taskId":"${TASK_ID}"}`),
  });
});

test('a signal is understood as it was sent', () => {
  assert.deepEqual(decodeControl(cancel), { kind: 'cancel', taskId: TASK_ID });
});

test('a signal that the queues have changed says no more', () => {
  const signal = encodeControl({ kind: 'queues' });
  assert.equal(signal.body.toString(), '{}');
  assert.deepEqual(decodeControl(signal), { kind: 'queues' });
});

test('a signal with more than this version knows is understood', () => {
  const body = Buffer.from(JSON.stringify({ taskId: TASK_ID, reason: 'too slow' }));
  const newer = { properties: { ...cancel.properties, headers: { v: 2 } }, body };
  assert.deepEqual(decodeControl(newer), { kind: 'cancel', taskId: TASK_ID });
});

describe('a message that is no signal is passed over', () => {
  const { properties, body } = cancel;
  const others: Record<string, Message> = {
    'of an unknown kind': { properties: { ...properties, type: 'pause' }, body },
    'of no kind': { properties: { appId: 'offload' }, body },
    'of another program': { properties: { ...properties, appId: 'other' }, body },
    'without any property': { properties: {}, body },
    'without a body': { properties, body: Buffer.alloc(0) },
    'that is not UTF-8': { properties, body: Buffer.from([0xff]) },
    'that is not JSON': { properties, body: Buffer.from(TASK_ID) },
    'that is null': { properties, body: Buffer.from('null') },
    'without a task': { properties, body: Buffer.from('{}') },
    'whose task is no id': { properties, body: Buffer.from('{"taskId":"x"}') },
  };
  for (const [name, message] of Object.entries(others)) {
    test(name, () => assert.equal(decodeControl(message), undefined));
  }
});
