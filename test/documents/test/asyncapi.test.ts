import assert from 'node:assert/strict';
import { test } from 'node:test';
import specs from '@asyncapi/specs';
import {
  createTopology,
  DEAD_LETTER_REASON_HEADER,
  deadLetter,
  encodeControl,
  encodeEvents,
  encodeTask,
  TASK_EVENT_KINDS,
} from '@offload/contract';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { textOf } from './repository.ts';

interface AsyncApi {
  channels: Record<
    string,
    { address: string; bindings: { amqp: Record<'queue' | 'exchange', Record<string, unknown>> } }
  >;
  components: {
    messages: Record<string, { headers: object; payload: object; examples?: { headers: object; payload: unknown }[] }>;
  };
}

const document = parse(await textOf('asyncapi.yaml')) as AsyncApi;
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);

const task = {
  id: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
  type: 'sleep',
  payload: { message: 'Hello...' },
  priority: 0,
  maxAttempts: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  queuedAt: '2026-01-01T00:00:00.000Z',
};

test('asyncapi.yaml is a valid AsyncAPI 3.0 document', () => {
  const schema: object = structuredClone(specs.schemas['3.0.0']);
  // It comes with its own copy of the meta-schema that the validator has already.
  const definitions = (schema as { definitions: Record<string, object> }).definitions;
  delete definitions['http://json-schema.org/draft-07/schema'];
  const validator = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false });
  assert.ok(validator.validate(schema, document), JSON.stringify(validator.errors?.slice(0, 5), null, 2));
});

test('its queues are those that are declared', () => {
  const { queue, deadQueue } = createTopology();
  const { taskQueue, deadQueue: dead } = document.channels;
  assert.equal(taskQueue?.address, queue);
  assert.equal(dead?.address, deadQueue);
  for (const channel of [taskQueue, dead]) {
    const { name, ...flags } = channel?.bindings.amqp.queue ?? {};
    assert.equal(name, channel?.address);
    assert.deepEqual(flags, { durable: true, exclusive: false, autoDelete: false });
  }
});

test('its control exchange is the one that is declared', () => {
  const { controlExchange: channel } = document.channels;
  const name = createTopology().controlExchange;
  assert.equal(channel?.address, name);
  assert.deepEqual(channel?.bindings.amqp.exchange, { name, type: 'fanout', durable: true, autoDelete: false });
});

test('a cancel signal has the headers and the body that it describes, and its example is one of ours', () => {
  const { headers, payload, examples } = document.components.messages.cancel ?? { headers: {}, payload: {} };
  const message = encodeControl({ kind: 'cancel', taskId: task.id });
  const body: unknown = JSON.parse(message.body.toString());
  for (const [schema, part] of [
    [headers, message.properties.headers],
    [payload, body],
  ] as const) {
    assert.ok(ajv.validate({ ...schema, additionalProperties: false }, part), JSON.stringify(ajv.errors));
  }
  assert.deepEqual(examples?.[0], { name: 'cancel', headers: message.properties.headers, payload: body });
});

test('its events exchange is the one that is declared', () => {
  const { eventsExchange: channel } = document.channels;
  const name = createTopology().eventsExchange;
  assert.equal(channel?.address, name);
  assert.deepEqual(channel?.bindings.amqp.exchange, { name, type: 'fanout', durable: true, autoDelete: false });
});

test('events have the headers and the body that it describes, and their example is one of ours', () => {
  const { headers, payload, examples } = document.components.messages.taskEvents ?? { headers: {}, payload: {} };
  const message = encodeEvents([
    { taskId: task.id, kind: 'settled' },
    { taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c12', kind: 'progress' },
  ]);
  const body: unknown = JSON.parse(message.body.toString());
  assert.ok(ajv.validate({ ...headers, additionalProperties: false }, message.properties.headers));
  assert.ok(ajv.validate(payload, body), JSON.stringify(ajv.errors));
  assert.deepEqual(examples?.[0], { name: 'two', headers: message.properties.headers, payload: body });
  for (const kind of TASK_EVENT_KINDS) assert.ok(JSON.stringify(payload).includes(`\`${kind}\``), kind);
});

test('a task’s headers are those that it describes, and its example is a message of ours', () => {
  const { headers, examples } = document.components.messages.task ?? { headers: {} };
  const message = encodeTask(task, { timeoutMs: 14_400_000, requestId: null });
  const closed = { ...headers, additionalProperties: false };
  assert.ok(ajv.validate(closed, message.properties.headers), JSON.stringify(ajv.errors));
  const traceContext = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', tracestate: 'a=b' };
  const traced = encodeTask(task, { timeoutMs: 14_400_000, requestId: null, traceContext });
  assert.ok(ajv.validate(closed, traced.properties.headers), JSON.stringify(ajv.errors));
  assert.equal(traced.properties.headers?.traceparent, traceContext.traceparent);
  assert.deepEqual(examples?.[0]?.headers, message.properties.headers);
  assert.deepEqual(examples?.[0]?.payload, JSON.parse(message.body.toString()));
});

test('a dead letter has the header that it describes', () => {
  const { headers } = document.components.messages.deadMessage ?? { headers: {} };
  const message = deadLetter({ properties: {}, body: Buffer.from('x') }, 'why');
  assert.ok(ajv.validate(headers, message.properties.headers), JSON.stringify(ajv.errors));
  assert.equal(message.properties.headers?.[DEAD_LETTER_REASON_HEADER], 'why');
});
