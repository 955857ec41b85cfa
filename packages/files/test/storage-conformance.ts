import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { FileMissingError, type FileStorage } from '../src/index.ts';

/** What every storage does. */
export function testStorage(name: string, use: () => FileStorage): void {
  const key = () => randomBytes(16).toString('hex');
  const read = async (file: string, ...range: [number, number] | []) =>
    buffer(await use().read(file, range.length === 2 ? { first: range[0], last: range[1] } : undefined));

  describe(name, () => {
    for (const [size, bytes] of Object.entries({ nothing: 0, 'one byte': 1, 'twenty megabytes': 20_000_000 })) {
      test(`keeps ${size}`, async () => {
        const file = key();
        const content = randomBytes(bytes);
        await use().write(file, Readable.from(chunksOf(content), { objectMode: false }));
        assert.ok((await read(file)).equals(content));
      });
    }

    test('gives a part of it', async () => {
      const file = key();
      await use().write(file, Readable.from([Buffer.from('0123456789')]));
      for (const [first, last, part] of [
        [0, 1, '01'],
        [2, 4, '234'],
        [9, 9, '9'],
      ] as const) {
        assert.equal(String(await read(file, first, last)), part);
      }
    });

    test('has nothing of what was not written to its end, and rejects with the reason', async () => {
      const file = key();
      const reason = new Error('the client went away');
      const content = Readable.from(
        (async function* () {
          yield randomBytes(10_000_000);
          throw reason;
        })(),
        { objectMode: false },
      );
      await assert.rejects(use().write(file, content), reason);
      await assert.rejects(use().read(file), FileMissingError);
    });

    test('has nothing under a key that was never written, or was removed, twice even', async () => {
      const file = key();
      await assert.rejects(use().read(file), FileMissingError);
      await use().write(file, Readable.from([Buffer.from('x')]));
      await use().remove(file);
      await use().remove(file);
      await assert.rejects(use().read(file), FileMissingError);
    });
  });
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536);
}
