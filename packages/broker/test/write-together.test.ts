import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeTogether } from '../src/rabbitmq/write-together.ts';

/** A stream that notes what it is given at once. */
function recorder() {
  const pieces: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      pieces.push(chunk);
      done();
    },
    writev(chunks, done) {
      pieces.push(chunks.map(({ chunk }) => chunk).join(''));
      done();
    },
  });
  writeTogether(stream);
  return { stream, pieces };
}

test('lets what one turn writes leave in one piece, in order', async () => {
  const { stream, pieces } = recorder();
  for (const text of ['a', 'b', 'c']) stream.write(text);
  await nextTurn();
  assert.deepEqual(pieces, ['abc']);
});

test('holds nothing back for the turn that follows', async () => {
  const { stream, pieces } = recorder();
  stream.write('a');
  await nextTurn();
  stream.write('b');
  await nextTurn();
  assert.deepEqual(pieces, ['a', 'b']);
});

test('loses nothing of what is written right before the end', async () => {
  const { stream, pieces } = recorder();
  stream.write('a');
  stream.end('b');
  await once(stream, 'finish');
  assert.equal(pieces.join(''), 'ab');
});
