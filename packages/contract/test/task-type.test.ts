import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { defineTaskType, schemaIssues, TaskCatalogue } from '../src/index.ts';

const resize = defineTaskType({
  name: 'resize',
  title: 'Resize',
  description: 'Resizes an image.',
  payload: Type.Object(
    {
      size: Type.Object({ width: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
      tags: Type.Optional(Type.Array(Type.String())),
      'a/b~c': Type.Optional(Type.Integer()),
    },
    { additionalProperties: false },
  ),
  result: Type.Null(),
  timeoutMs: 1000,
  maxAttempts: 1,
  examples: [{ summary: 'Small', payload: { size: { width: 1 } } }],
});

describe('the catalogue', () => {
  const catalogue = new TaskCatalogue([resize]);

  test('finds a type by its name and by no other', () => {
    assert.equal(catalogue.get('resize'), resize);
    for (const other of ['Resize', '', 'constructor', '__proto__']) assert.equal(catalogue.get(other), undefined);
    assert.deepEqual(catalogue.names, ['resize']);
    assert.deepEqual(catalogue.all, [resize]);
  });

  test('finds nothing wrong with a valid payload', () => {
    assert.deepEqual(catalogue.payloadIssues('resize', { size: { width: 3 }, tags: ['a'] }), []);
  });

  test('throws when it is asked about the payload of an unknown type', () => {
    assert.throws(() => catalogue.payloadIssues('other', {}), { message: "unknown task type 'other'" });
  });

  const mistakes: Record<string, { payload: unknown; pointers: string[] }> = {
    'a field that is missing': { payload: {}, pointers: ['/size'] },
    'a nested field that is missing': { payload: { size: {} }, pointers: ['/size/width'] },
    'a nested field that is unknown': { payload: { size: { width: 1, depth: 2 } }, pointers: ['/size/depth'] },
    'a value out of range': { payload: { size: { width: 0 } }, pointers: ['/size/width'] },
    'an item of an array': { payload: { size: { width: 1 }, tags: ['a', 5] }, pointers: ['/tags/1'] },
    'the payload itself': { payload: [], pointers: [''] },
    'every unknown field, with ~ and / escaped': {
      payload: { size: { width: 1 }, 'x/y': 1, 'x~y': 2, '~1': 3 },
      pointers: ['/x~1y', '/x~0y', '/~01'],
    },
    'a wrong value under a name with ~ and /': {
      payload: { size: { width: 1 }, 'a/b~c': 'x' },
      pointers: ['/a~1b~0c'],
    },
  };
  for (const [name, { payload, pointers }] of Object.entries(mistakes)) {
    test(`points to ${name}`, () => {
      const issues = catalogue.payloadIssues('resize', payload);
      assert.deepEqual(issues.map(({ pointer }) => pointer).sort(), [...pointers].sort());
      for (const { message } of issues) assert.match(message, /\w/);
    });
  }
});

describe('issues of a schema', () => {
  test('name a missing field with ~ and / escaped', () => {
    const validator = Compile(Type.Object({ 'a/b': Type.String(), 'c~d': Type.String() }));
    assert.deepEqual(schemaIssues(validator.Errors({})), [
      { pointer: '/a~1b', message: 'is required' },
      { pointer: '/c~0d', message: 'is required' },
    ]);
  });

  test('name an unknown field once', () => {
    const validator = Compile(Type.Object({}, { additionalProperties: false }));
    assert.deepEqual(schemaIssues(validator.Errors({ extra: 1 })), [
      { pointer: '/extra', message: 'is not a known field' },
    ]);
  });

  test("keep the validator's own words for every other mistake", () => {
    const error = { keyword: 'maximum', instancePath: '/limit', params: {}, message: 'must be <= 100' };
    assert.deepEqual(schemaIssues([error]), [{ pointer: '/limit', message: 'must be <= 100' }]);
  });
});
