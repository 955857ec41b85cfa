import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { FileTooLargeError } from '../src/index.ts';
import { Measured } from '../src/measured.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function measure(chunks: Buffer[], claimed?: string, maxBytes = 1000) {
  const measured = new Measured(maxBytes);
  const [content] = await Promise.all([buffer(measured), pipeline(Readable.from(chunks), measured)]);
  return { content, ...(await measured.measurements(claimed)) };
}

test('a stream is let through as it is, and measured', async () => {
  const { content, ...measurements } = await measure([Buffer.from('Hello '), Buffer.from('World')]);
  assert.equal(String(content), 'Hello World');
  assert.deepEqual(measurements, {
    bytes: 11,
    sha256: 'a591a6d40bf420404a011733cfb7b190d62c65bf0bcda32b57b277d9ad9f146e',
    mediaType: 'application/octet-stream',
  });
});

test('what can be recognised is taken for what it is, byte by byte even, whatever its sender says', async () => {
  for (const claimed of [undefined, 'text/html', 'application/pdf', 'text/plain']) {
    assert.equal((await measure([PNG], claimed)).mediaType, 'image/png');
  }
  assert.equal((await measure([...PNG].map((byte) => Buffer.from([byte])))).mediaType, 'image/png');
});

test('its sender is believed to send text, and nothing that a browser would run', async () => {
  const text = [Buffer.from('a,b\n1,2\n')];
  assert.equal((await measure(text, 'text/csv; charset=utf-8')).mediaType, 'text/csv; charset=utf-8');
  for (const claimed of ['text/html', 'image/svg+xml', 'application/javascript', 'text/plainly', 'x']) {
    assert.equal((await measure(text, claimed)).mediaType, 'application/octet-stream', claimed);
  }
});

test('a stream ends when it has more bytes than it may have', async () => {
  await measure([Buffer.alloc(1000)]);
  await assert.rejects(measure([Buffer.alloc(1000), Buffer.alloc(1)]), FileTooLargeError);
});
