import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filePlaces, filesIn, withFiles } from '../src/index.ts';

const ID = '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26';

const PAYLOAD = {
  image: { file: ID },
  'a/b~c': [{ file: 'photo' }, [{ file: '' }], 'photo', null],
  others: { file: 'photo', width: 1 },
  number: { file: 1 },
  file: ID,
};

describe('files in a payload', () => {
  test('are objects that have a text as `file` and nothing else', () => {
    assert.deepEqual(filePlaces(PAYLOAD), [
      { pointer: '/image/file', file: ID },
      { pointer: '/a~1b~0c/0/file', file: 'photo' },
      { pointer: '/a~1b~0c/1/0/file', file: '' },
    ]);
    assert.deepEqual(filePlaces({ file: 'photo' }), [{ pointer: '/file', file: 'photo' }]);
    for (const none of ['photo', null, undefined, 1, []]) assert.deepEqual(filePlaces(none), []);
  });

  test('are known by their ids', () => {
    assert.deepEqual(filesIn(PAYLOAD), [{ pointer: '/image/file', file: ID }]);
  });

  test('are given other names, and nothing else is', () => {
    assert.deepEqual(
      withFiles(PAYLOAD, ({ pointer, file }) => `${pointer} was ${file}`),
      {
        ...PAYLOAD,
        image: { file: `/image/file was ${ID}` },
        'a/b~c': [{ file: '/a~1b~0c/0/file was photo' }, [{ file: '/a~1b~0c/1/0/file was ' }], 'photo', null],
      },
    );
    assert.equal(
      withFiles('photo', () => 'other'),
      'photo',
    );
  });
});
