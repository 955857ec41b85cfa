import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ExampleSchema, exampleOf } from '../src/example-of-schema.ts';

const named: Record<string, ExampleSchema> = {
  Name: { type: 'string', examples: ['ci'] },
};

describe('an example is composed of a schema:', () => {
  const cases: [name: string, schema: ExampleSchema, example: unknown][] = [
    ['its own example comes first', { type: 'integer', minimum: 1, examples: [3] }, 3],
    ['even when that is null', { anyOf: [{ type: 'integer' }], examples: [null] }, null],
    ['then what it is without being given', { type: 'integer', default: 20 }, 20],
    ['what may be null is', { type: ['string', 'null'] }, null],
    ['the first of several', { enum: ['submit', 'read'] }, 'submit'],
    ['the first alternative', { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }] }, 'ci'],
    ['the least number', { type: 'integer', minimum: 0 }, 0],
    ['a time', { type: 'string', format: 'date-time' }, '2027-01-01T08:00:00.000Z'],
    ['a list of one', { type: 'array', items: { $ref: 'Name#/Name' } }, ['ci']],
    [
      'fields, without optional ones that nobody can tell',
      { type: 'object', required: ['a'], properties: { a: { type: 'boolean' }, b: { type: 'string' } } },
      { a: true },
    ],
    ['none for any text', { type: 'string' }, undefined],
    ['none for anything', {}, undefined],
    ['none without a required field', { type: 'object', required: ['b'], properties: { b: {} } }, undefined],
    ['none for an unknown reference', { $ref: '#/components/schemas/Unknown' }, undefined],
  ];
  for (const [name, schema, example] of cases) {
    test(name, () => assert.deepEqual(exampleOf(schema, named), example));
  }
});
