import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type DecodedMessage,
  decodeMessage,
  deliverCallback,
  type MessageProperties,
  TaskCatalogue,
} from '../src/index.ts';
import { catalogue, ourMessage, TASK_ID } from './sample-task.ts';

const names = catalogue.names.join(', ');

function decoded(body: string | Buffer, properties: MessageProperties = {}): DecodedMessage {
  return decodeMessage({ properties, body: Buffer.from(body) }, catalogue);
}

function sleepTask(message: string): DecodedMessage {
  return { kind: 'foreign', type: 'sleep', payload: { message } };
}

describe("another producer's text becomes a sleep task with that text", () => {
  const texts = {
    'of the tutorial': 'Hello World!',
    'with dots': 'A very hard task..........',
    'that is empty': '',
    'that is a JSON number': '5',
    'that is a JSON boolean': 'true',
    'that is the JSON null': 'null',
    'that is a JSON string, quotes included': '"x"',
    'that is a JSON array': '[1,{"type":"sleep"}]',
    'that only begins like JSON': '{"type":"sleep"',
    'beyond ASCII': 'Grüße, 漢字 🎉...',
    'with a NUL character': 'a\u0000b',
    'of the greatest length': 'x'.repeat(10_000),
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, () => {
      assert.deepEqual(decoded(text), sleepTask(text));
    });
  }

  test('whatever content type, priority and headers it says', () => {
    const properties = { contentType: 'text/plain', priority: 9, headers: { v: 'x' }, deliveryMode: 1 };
    assert.deepEqual(decoded('Hello.', properties), sleepTask('Hello.'));
  });
});

describe("another producer's JSON becomes the task that it describes", () => {
  test('with the type in the AMQP property and the payload as the body', () => {
    assert.deepEqual(decoded('{"message":"Hello.."}', { type: 'sleep' }), sleepTask('Hello..'));
  });

  test('with type and payload beside each other in the body', () => {
    assert.deepEqual(decoded('{"type":"sleep","payload":{"message":"Hello.."}}'), sleepTask('Hello..'));
  });

  test('with the type of the property, where the body names one, too', () => {
    const result = decoded('{"type":"sleep","payload":{"message":"x"}}', { type: 'sleep' });
    assert.equal(result.kind, 'malformed', 'the whole body is the payload then, and no valid one');
  });
});

test('a task of a type that only Offload makes tasks of is not made', () => {
  const own = new TaskCatalogue([deliverCallback]);
  const [{ payload }] = deliverCallback.examples;
  const { name: type } = deliverCallback;
  for (const [properties, body] of [
    [{ type }, payload],
    [{}, { type, payload }],
  ] as const) {
    const decoded = decodeMessage({ properties, body: Buffer.from(JSON.stringify(body)) }, own);
    assert.equal(decoded.kind, 'malformed');
  }
});

test('a body with more levels than anything here copes with is not looked at', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const body of [deep, `{"type":"sleep","payload":${deep}}`]) {
    const { kind, ...rest } = decoded(body);
    assert.equal(kind, 'malformed');
    assert.match(JSON.stringify(rest), /more than 500 levels/);
  }
});

describe('a message is never trusted as ours', () => {
  test('for a UUID as its message id alone', () => {
    assert.deepEqual(decoded('Hello.', { messageId: TASK_ID }), sleepTask('Hello.'));
  });

  test('for our app id alone', () => {
    assert.deepEqual(decoded('Hello.', { appId: 'offload' }), sleepTask('Hello.'));
  });

  test('for our app id with a message id that is no UUID', () => {
    const { properties, body } = ourMessage({ properties: { messageId: 'message-1' } });
    assert.deepEqual(decoded(body, properties), sleepTask('Hello...'));
  });

  test("for everything of ours except the app id, or another producer's app id", () => {
    const { properties, body } = ourMessage({});
    const { appId, ...others } = properties;
    assert.equal(appId, 'offload');
    assert.deepEqual(decoded(body, others), sleepTask('Hello...'));
    assert.deepEqual(decoded(body, { ...others, appId: 'Offload' }), sleepTask('Hello...'));
  });
});

describe('a message of another producer that makes no valid task is malformed', () => {
  const messages: Record<string, { body: string | Buffer; properties?: MessageProperties; reason: string }> = {
    'with an unknown type in its property': {
      body: '{}',
      properties: { type: 'resize' },
      reason: `unknown task type 'resize', known: ${names}`,
    },
    'with an unknown type in its body': {
      body: '{"type":"resize","payload":{}}',
      reason: `unknown task type 'resize', known: ${names}`,
    },
    'with the name of an inherited property as its type': {
      body: '{}',
      properties: { type: 'constructor' },
      reason: `unknown task type 'constructor', known: ${names}`,
    },
    'that is a JSON object without a type': { body: '{"message":"Hello"}', reason: 'JSON body without a task type' },
    'that is a JSON object whose type is no text': { body: '{"type":5}', reason: 'JSON body without a task type' },
    'with a type in its property and a body that is no JSON': {
      body: 'Hello...',
      properties: { type: 'sleep' },
      reason: "body of a 'sleep' task is not JSON",
    },
    'with a type in its property and no body': {
      body: '',
      properties: { type: 'sleep' },
      reason: "body of a 'sleep' task is not JSON",
    },
    'with a field missing': {
      body: '{}',
      properties: { type: 'sleep' },
      reason: "invalid payload of a 'sleep' task: /message is required",
    },
    'with a field too many': {
      body: '{"message":"x","dots":3}',
      properties: { type: 'sleep' },
      reason: "invalid payload of a 'sleep' task: /dots is not a known field",
    },
    'with several mistakes, all of them named': {
      body: '{"message":5,"dots":3}',
      properties: { type: 'sleep' },
      reason: "invalid payload of a 'sleep' task: /dots is not a known field; /message must be string",
    },
    'with a payload that is no object': {
      body: '"x"',
      properties: { type: 'sleep' },
      reason: "invalid payload of a 'sleep' task: / must be object",
    },
    'with a type and no payload in its body': {
      body: '{"type":"sleep"}',
      reason: "invalid payload of a 'sleep' task: / must be object",
    },
    'with a longer text than a sleep task takes': {
      body: 'x'.repeat(10_001),
      reason: "invalid payload of a 'sleep' task: /message must not have more than 10000 characters",
    },
    'that is not UTF-8': { body: Buffer.from([0x48, 0xc3, 0x28]), reason: 'body is not UTF-8 text' },
  };
  for (const [name, { body, properties, reason }] of Object.entries(messages)) {
    test(name, () => {
      assert.deepEqual(decoded(body, properties), { kind: 'malformed', reason });
    });
  }
});
