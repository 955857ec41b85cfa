import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { type TProperties, Type } from 'typebox';
import { loadSettings, StartupError } from '../src/index.ts';

const schema = Type.Object({
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535, description: 'Port to listen on' }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  RATIO: Type.Optional(Type.Number({ description: 'A share' })),
  OPEN: Type.Boolean({ default: false, description: 'Whether everybody is let in' }),
  LEVEL: Type.Optional(Type.Enum(['info', 'warn'], { description: 'Least severe lines' })),
  URL: Type.Optional(
    Type.String({ pattern: '^amqps?://', writeOnly: true, description: 'RabbitMQ, e.g. `amqp://host`' }),
  ),
});

/** The message of the error that the environment causes. */
function complaint(environment: Record<string, string>, properties: TProperties = schema.properties): string {
  try {
    loadSettings(Type.Object(properties), environment);
  } catch (error) {
    assert.ok(error instanceof StartupError, inspect(error));
    return error.message;
  }
  throw new Error('the settings were accepted');
}

describe('settings', () => {
  test('have the defaults of the schema where nothing is set', () => {
    assert.deepEqual(loadSettings(schema, {}), { PORT: 3000, HOST: '127.0.0.1', OPEN: false });
  });

  test('count as unset where they are empty', () => {
    const found = loadSettings(schema, { PORT: '', HOST: '', RATIO: '', LEVEL: '', URL: '' });
    assert.deepEqual(found, { PORT: 3000, HOST: '127.0.0.1', OPEN: false });
  });

  test('have the types of the schema', () => {
    const found = loadSettings(schema, { PORT: '0', HOST: '::1', RATIO: '0.5', OPEN: 'true', LEVEL: 'warn' });
    assert.deepEqual(found, { PORT: 0, HOST: '::1', RATIO: 0.5, OPEN: true, LEVEL: 'warn' });
  });

  test('leave out every variable that the schema does not know', () => {
    assert.equal('PATH' in loadSettings(schema, { PATH: '/bin', port: '80' }), false);
    assert.equal(loadSettings(schema, { port: '80' }).PORT, 3000);
  });

  test('leave schema and environment as they were, so that both can be read again', () => {
    const environment = { PORT: '80', PATH: '/bin' };
    const before = structuredClone(schema);
    loadSettings(schema, environment);
    assert.deepEqual(environment, { PORT: '80', PATH: '/bin' });
    assert.deepEqual(structuredClone(schema), before);
    assert.equal(loadSettings(schema, environment).PORT, 80);
  });

  test('read a boolean from true and false alone', () => {
    assert.equal(loadSettings(schema, { OPEN: 'true' }).OPEN, true);
    assert.equal(loadSettings(schema, { OPEN: 'false' }).OPEN, false);
    for (const OPEN of ['yes', '1', 'TRUE', 'on']) {
      assert.equal(complaint({ OPEN }), `OPEN must be boolean, got "${OPEN}": Whether everybody is let in`);
    }
  });
});

describe('a setting that is not as expected is named with what was found', () => {
  const complaints: Record<string, { environment: Record<string, string>; message: string }> = {
    'a text for a number': {
      environment: { PORT: 'http' },
      message: 'PORT must be integer, got "http": Port to listen on',
    },
    'a fraction for an integer': {
      environment: { PORT: '80.5' },
      message: 'PORT must be integer, got "80.5": Port to listen on',
    },
    'too large a number': {
      environment: { PORT: '65536' },
      message: 'PORT must be <= 65535, got "65536": Port to listen on',
    },
    'too small a number': { environment: { PORT: '-1' }, message: 'PORT must be >= 0, got "-1": Port to listen on' },
    'a value that is not on the list, with the list': {
      environment: { LEVEL: 'loud' },
      message: 'LEVEL must be one of info, warn, got "loud": Least severe lines',
    },
  };
  for (const [name, { environment, message }] of Object.entries(complaints)) {
    test(name, () => {
      assert.equal(complaint(environment), message);
    });
  }

  test('a required setting that is missing or empty', () => {
    const required = { DATABASE_URL: Type.String({ description: 'Postgres' }) };
    assert.equal(complaint({}, required), 'DATABASE_URL is not set: Postgres');
    assert.equal(complaint({ DATABASE_URL: '' }, required), 'DATABASE_URL is not set: Postgres');
  });

  test('each of several, on a line of its own', () => {
    const lines = complaint({ PORT: 'http', OPEN: 'yes', LEVEL: 'loud' }).split('\n');
    assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), ['LEVEL', 'OPEN', 'PORT']);
  });
});

describe('a secret', () => {
  test('is never repeated, neither in the message nor in the cause', () => {
    const URL = 'http://user:hunter2@host';
    assert.equal(
      complaint({ URL }),
      'URL must match pattern "^amqps?://", got something else: RabbitMQ, e.g. `amqp://host`',
    );
    assert.throws(
      () => loadSettings(schema, { URL }),
      (error) => !inspect(error, { depth: 10, showHidden: true }).includes('hunter2'),
    );
  });

  test('is read like any other setting', () => {
    assert.equal(loadSettings(schema, { URL: 'amqps://user:hunter2@host' }).URL, 'amqps://user:hunter2@host');
  });
});
