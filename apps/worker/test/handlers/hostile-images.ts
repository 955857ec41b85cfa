import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** A file that is not what a picture should be, under the media type that its first bytes give it. */
export interface HostileImage {
  name: string;
  content: Buffer;
  mediaType: string;
}

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const;

/** What is in a file beside its picture. */
export const SECRET = Buffer.from('<!doctype html><script>alert("beside")</script>');

/** More than a hundred of them, the same each time. */
export async function hostileImages(): Promise<HostileImage[]> {
  const images: HostileImage[] = [];
  const add = (name: string, mediaType: string, content: Buffer | string) =>
    images.push({ name, mediaType, content: Buffer.from(content) });

  for (const format of FORMATS) {
    const mediaType = `image/${format}`;
    const whole = await picture(format);
    for (const share of [0.02, 0.1, 0.3, 0.5, 0.8, 0.98]) {
      add(`${format} cut at ${share}`, mediaType, whole.subarray(0, Math.floor(whole.length * share)));
    }
    for (const seed of [1, 2, 3, 4]) add(`${format} with flipped bits, ${seed}`, mediaType, flipped(whole, seed));
    add(`${format} with zeros in its middle`, mediaType, zeroed(whole));
    add(
      `the first bytes of ${format}, then text`,
      mediaType,
      Buffer.concat([whole.subarray(0, 16), Buffer.alloc(5000, 'x')]),
    );
  }

  add('nothing', 'image/png', '');
  add('a text', 'image/png', 'This is no picture.');
  add('a page', 'image/jpeg', '<!doctype html><script>alert(1)</script>');
  add(
    'a drawing',
    'image/png',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  );
  add('a document', 'image/png', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>');
  add('an archive', 'image/gif', Buffer.from('504b0304140000000000', 'hex'));
  add('compressed nothing', 'image/png', gzipSync(Buffer.alloc(1_000_000)));

  add('a PNG of 60000 × 60000', 'image/png', png({ width: 60_000, height: 60_000 }));
  add('a PNG of the largest sides', 'image/png', png({ width: 0x7fffffff, height: 0x7fffffff }));
  add('a PNG without a side', 'image/png', png({ width: 0, height: 10 }));
  add(
    'a PNG of 20000 × 20000, all there',
    'image/png',
    png({ width: 20_000, height: 20_000, data: await deflatedZeros(20_001 * 20_000) }),
  );
  add(
    'a PNG whose text is a bomb',
    'image/png',
    png({
      width: 10,
      height: 10,
      extra: chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), await deflatedZeros(50_000_000)])),
    }),
  );
  add(
    'a PNG whose profile is a bomb',
    'image/png',
    png({
      width: 10,
      height: 10,
      extra: chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), await deflatedZeros(50_000_000)])),
    }),
  );
  add('a PNG with a wrong checksum', 'image/png', wrongChecksum());
  add(
    'a JPEG of 65500 × 65500',
    'image/jpeg',
    patched(await picture('jpeg'), [0xff, 0xc0], 5, [0xff, 0xdc, 0xff, 0xdc]),
  );
  add(
    'a GIF of 65535 × 65535',
    'image/gif',
    Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff000002024401003b', 'hex'),
  );
  add(
    'a GIF whose canvas is far larger than its frame',
    'image/gif',
    patched(await picture('gif'), [...Buffer.from('GIF89a')], 6, [0xff, 0xff, 0xff, 0xff]),
  );
  add('a GIF of many large frames', 'image/gif', await manyFrames());
  add(
    'a TIFF whose directories go round',
    'image/tiff',
    Buffer.from('49492a0008000000010000010300010000000100000008000000', 'hex'),
  );

  const jpeg = await picture('jpeg');
  const avif = await picture('avif');
  add('a JPEG with an archive behind it', 'image/jpeg', Buffer.concat([jpeg, Buffer.from('504b0304', 'hex'), SECRET]));
  add('a PNG with a page behind it', 'image/png', Buffer.concat([await picture('png'), SECRET]));
  add('a GIF with a page behind it', 'image/gif', Buffer.concat([await picture('gif'), SECRET]));
  add('a WebP with a page behind it', 'image/webp', Buffer.concat([await picture('webp'), SECRET]));
  add('a JPEG with a page as its comment', 'image/jpeg', withSegment(jpeg, 0xfe, SECRET));
  add('a GIF that is a script', 'image/gif', 'GIF89a/*.......*/=1;alert(1)');
  add('a document that is a JPEG', 'image/jpeg', Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]));
  for (const mediaType of ['image/jpeg', 'image/webp', 'image/avif', 'image/tiff']) {
    add(`a drawing, called ${mediaType}`, mediaType, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  }
  add("the library's own format", 'image/png', Buffer.concat([Buffer.from('b6a6f208', 'hex'), Buffer.alloc(500)]));
  add('a bitmap', 'image/png', Buffer.concat([Buffer.from('BM'), Buffer.alloc(500)]));

  add('a WebP of 16383 × 16383', 'image/webp', riff('VP8L', '2ffebfff0f000000'));
  add('a WebP canvas of the largest sides', 'image/webp', riff('VP8X', '02000000ffffffffff0f'));
  add('an AVIF of 5100 × 5100', 'image/avif', sizedAvif(avif, 5100));
  add('an AVIF of 60000 × 60000', 'image/avif', sizedAvif(avif, 60_000));
  add('a TIFF of 60000 × 60000', 'image/tiff', tiff(60_000, 60_000));
  add('a JPEG without a side', 'image/jpeg', patched(jpeg, [0xff, 0xc0], 5, [0, 0, 0, 0]));
  add('a GIF without a side', 'image/gif', patched(await picture('gif'), [...Buffer.from('GIF89a')], 6, [0, 0, 0, 0]));
  add('a TIFF without a side', 'image/tiff', tiff(0, 10));
  add('a TIFF with a long chain of directories', 'image/tiff', tiff(10, 10, { count: 20_000 }));
  add('a TIFF whose directory is inside itself', 'image/tiff', tiff(10, 10, { more: [[330, 8]] }));
  add('a JPEG of thousands of scans', 'image/jpeg', await manyScans());
  return images;
}

async function picture(format: (typeof FORMATS)[number]): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 120, height: 80, channels: 3, background: 'red', noise } })
    [format]()
    .toBuffer();
}

/** Each of sixty bytes behind the first twenty is another one. */
function flipped(content: Buffer, seed: number): Buffer {
  const copy = Buffer.from(content);
  let state = seed;
  for (let count = 0; count < 60; count++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const index = 20 + (state % (copy.length - 20));
    copy[index] = (copy[index] ?? 0) ^ (1 << (state % 8));
  }
  return copy;
}

function zeroed(content: Buffer): Buffer {
  const third = Math.floor(content.length / 3);
  return Buffer.concat([content.subarray(0, third), Buffer.alloc(third), content.subarray(2 * third)]);
}

/** Bytes put behind a marker. */
function patched(content: Buffer, marker: number[], offset: number, bytes: number[]): Buffer {
  const copy = Buffer.from(content);
  copy.set(bytes, copy.indexOf(Buffer.from(marker)) + offset);
  return copy;
}

/** Without having them all in memory, which is what is measured. */
async function deflatedZeros(bytes: number): Promise<Buffer> {
  const zeros = Buffer.alloc(1_000_000);
  const chunks = (function* () {
    for (let left = bytes; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
  })();
  return buffer(Readable.from(chunks).pipe(createDeflate()));
}

/** Grey, eight bits a pixel. */
function png({
  width,
  height,
  data = deflateSync(Buffer.alloc(1000)),
  extra = Buffer.alloc(0),
}: {
  width: number;
  height: number;
  data?: Buffer;
  extra?: Buffer;
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), extra, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function wrongChecksum(): Buffer {
  const content = png({ width: 10, height: 10, data: deflateSync(Buffer.alloc(110)) });
  return patched(content, [...Buffer.from('IDAT')], 6, [0x55, 0x55]);
}

/** 2,000 frames of 800 × 800, far more pixels than there may be, in few bytes. */
async function manyFrames(): Promise<Buffer> {
  const frame = await sharp({ create: { width: 800, height: 800, channels: 3, background: 'red' } })
    .gif()
    .toBuffer();
  const start = frame.indexOf(0x2c);
  return Buffer.concat([frame.subarray(0, start), ...Array(2000).fill(frame.subarray(start, -1)), Buffer.from([0x3b])]);
}

function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, data.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

function riff(type: string, hex: string): Buffer {
  const data = Buffer.from(hex, 'hex');
  const [length, size] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32LE(data.length + 12);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from(`WEBP${type}`), size, data]);
}

/** Says in its header to be a square of the side. */
function sizedAvif(avif: Buffer, side: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(side);
  return patched(avif, [...Buffer.from('ispe')], 8, [...bytes, ...bytes]);
}

/** Grey, uncompressed, its pixels promised only; directories one behind the other. */
function tiff(
  width: number,
  height: number,
  { count = 1, more = [] }: { count?: number; more?: [tag: number, value: number][] } = {},
): Buffer {
  const entries = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, (width * height) % 2 ** 32],
    ...more,
  ] as [tag: number, value: number][];
  const size = 2 + 12 * entries.length + 4;
  const content = Buffer.alloc(8 + size * count);
  content.write('II*\0', 'latin1');
  content.writeUInt32LE(8, 4);
  for (let index = 0; index < count; index++) {
    const start = 8 + size * index;
    content.writeUInt16LE(entries.length, start);
    for (const [place, [tag, value]] of entries.entries()) {
      const at = start + 2 + 12 * place;
      content.writeUInt16LE(tag, at);
      content.writeUInt16LE(4, at + 2);
      content.writeUInt32LE(1, at + 4);
      content.writeUInt32LE(value, at + 8);
    }
    content.writeUInt32LE(index === count - 1 ? 0 : start + size, start + size - 4);
  }
  return content;
}

/** Its last scan again and again, each of them a pass over all of it. */
async function manyScans(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: 'red' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const start = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(start, -2);
  return Buffer.concat([jpeg.subarray(0, start), ...Array(5000).fill(scan), jpeg.subarray(-2)]);
}

/** Pictures as large as they may be, in the ways that take the most memory. */
export async function costlyImages(): Promise<HostileImage[]> {
  const picture = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } });
  const turned = { orientation: 6 };
  return [
    {
      name: 'a progressive JPEG, to be turned',
      mediaType: 'image/jpeg',
      content: await picture(9900).jpeg({ progressive: true }).withMetadata(turned).toBuffer(),
    },
    {
      name: 'an interlaced PNG',
      mediaType: 'image/png',
      content: await picture(9900).png({ progressive: true }).toBuffer(),
    },
    {
      name: 'an AVIF',
      mediaType: 'image/avif',
      content: await picture(4900).avif({ effort: 0 }).toBuffer(),
    },
  ];
}
