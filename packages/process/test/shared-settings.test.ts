import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { listOf, loadSettings, sharedSettings } from '../src/index.ts';

const schema = Type.Object(sharedSettings);
const servers = { AMQP_URL: 'amqp://localhost', DATABASE_URL: 'postgres://localhost/offload' };

describe('shared settings', () => {
  test('need the two servers and have a default, or none, for everything else', () => {
    assert.deepEqual(loadSettings(schema, servers), {
      ...servers,
      TASK_QUEUE: 'task_queue',
      QUEUES: '',
      TASK_EXCHANGE: '',
      CALLBACK_SECRETS: '',
      OUTBOUND_ALLOWED_HOSTS: '',
      FILE_LIMIT: 104_857_600,
      SHUTDOWN_GRACE_MS: 25_000,
    });
    assert.throws(() => loadSettings(schema, {}), { message: /^AMQP_URL is not set: .*\nDATABASE_URL is not set: / });
  });

  test('are each described, for the person who has to set them', () => {
    for (const { description } of Object.values(schema.properties) as { description?: string }[]) {
      assert.match(String(description), /^[A-Z].*[^.]$/);
    }
  });

  test('keep every URL with credentials secret, and what signs', () => {
    const secrets = Object.entries(schema.properties as Record<string, { writeOnly?: boolean }>)
      .filter(([, { writeOnly }]) => writeOnly)
      .map(([name]) => name);
    assert.deepEqual(secrets, ['AMQP_URL', 'DATABASE_URL', 'CALLBACK_SECRETS']);
  });

  const refused: Record<string, string[]> = {
    AMQP_URL: ['localhost:5672', 'http://localhost'],
    DATABASE_URL: ['mysql://localhost', 'localhost'],
    TASK_QUEUE: ['amq.queue', 'with space', 'x'.repeat(201)],
    QUEUES: ['Reports', 'a.b', 'a b', 'a,,b', 'a,', 'default', 'reports,dead', 'control , a', 'events', 'x'.repeat(51)],
    TASK_EXCHANGE: ['amq.direct', 'with space', 'x'.repeat(201)],
    CALLBACK_SECRETS: ['secret', 'whsec_short', `whsec_${'a'.repeat(32)},whsec_`],
    FILES_ENDPOINT: ['minio:9000'],
    FILE_LIMIT: ['0', '83886080001', '1.5'],
    SHUTDOWN_GRACE_MS: ['-1', '3600001', '1.5', '25s'],
    LOG_LEVEL: ['verbose', 'INFO'],
  };
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) {
      test(`${name} refuses ${value.slice(0, 30)}`, () => {
        assert.throws(() => loadSettings(schema, { ...servers, [name]: value }), {
          name: 'StartupError',
          message: new RegExp(`^${name} must [^\n]*$`),
        });
      });
    }
  }

  test('take secure and plain URLs, several brokers, and names with the usual separators', () => {
    const given = {
      AMQP_URL: 'amqps://a:5671,amqp://b:5672',
      DATABASE_URL: 'postgresql://localhost/offload',
      TASK_QUEUE: 'team:images.resize-1_x',
      TASK_EXCHANGE: 'demo',
      LOG_LEVEL: 'trace',
    };
    assert.deepEqual(loadSettings(schema, given), { ...loadSettings(schema, servers), ...given });
  });

  test('name queues, some of which only begin as what is reserved', () => {
    for (const QUEUES of [
      'reports',
      ' reports , mail-2,0',
      'dead-letters',
      'x'.repeat(50),
      'defaults,events-of-users',
    ]) {
      assert.equal(loadSettings(schema, { ...servers, QUEUES }).QUEUES, QUEUES);
    }
  });
});

test('a list is separated by commas, without blanks and empty members', () => {
  assert.deepEqual(listOf('a'), ['a']);
  assert.deepEqual(listOf(' a , b,,c ,'), ['a', 'b', 'c']);
  assert.deepEqual(listOf(''), []);
  assert.deepEqual(listOf(' , '), []);
});
