import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { IMAGE_FORMATS } from '@offload/contract';
import { NonRetryableError } from '@offload/handler';
import sharp, { type Sharp } from 'sharp';
import { openTestStore, type TestStore } from '../test-store.ts';
import { resized } from './image-files.ts';

const RED = { r: 255, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };

/** The left half red, the right one blue. */
function halves(width: number, height: number): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: BLUE } };
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

/** Frames of one colour each. */
function animation(width: number, height: number, frames: number): Sharp {
  const inputs = Array.from({ length: frames }, (_, index) => ({
    create: { width, height, channels: 4 as const, background: { r: 80 * index, g: 10, b: 10, alpha: 1 } },
  }));
  return sharp(inputs as never, { join: { animated: true } });
}

/** The colour of a pixel, each channel to within what compression costs. */
async function colourAt(content: Buffer, left: number, top: number): Promise<'red' | 'blue' | number[]> {
  const { data } = await sharp(content)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [r = 0, g = 0, b = 0] = data;
  if (r > 200 && g < 60 && b < 60) return 'red';
  if (r < 60 && g < 60 && b > 200) return 'blue';
  return [r, g, b];
}

describe('image.resize', () => {
  let testStore: TestStore;
  before(async () => {
    testStore = await openTestStore();
  });
  after(() => testStore.remove());

  for (const format of IMAGE_FORMATS) {
    test(`makes ${format}`, async () => {
      const input = await halves(200, 100).png().toBuffer();
      const result = await resized(testStore, input, { width: 100, format });
      assert.deepEqual([result.width, result.height, result.frames, result.format], [100, 50, 1, format]);
      assert.equal(result.bytes, result.content.length);
      assert.equal(result.name, `photo.${format}`);
      const { format: found, width, height } = await sharp(result.content).metadata();
      assert.deepEqual([found, width, height], [format === 'avif' ? 'heif' : format, 100, 50]);
      assert.deepEqual(
        [await colourAt(result.content, 20, 25), await colourAt(result.content, 80, 25)],
        ['red', 'blue'],
      );
    });

    test(`reads ${format}, and makes the same without being told`, async () => {
      const input = await halves(200, 100)[format]().toBuffer();
      const result = await resized(testStore, input, { height: 50 }, { mediaType: `image/${format}` });
      assert.deepEqual([result.width, result.height, result.format], [100, 50, format]);
      assert.equal(await colourAt(result.content, 20, 25), 'red');
    });
  }

  test('reads TIFF, and makes PNG of it', async () => {
    const input = await halves(200, 100).tiff().toBuffer();
    const { format, content, ...size } = await resized(testStore, input, { width: 10 }, { mediaType: 'image/tiff' });
    assert.deepEqual([format, size.width, size.height], ['png', 10, 5]);
    assert.deepEqual([await colourAt(content, 1, 2), await colourAt(content, 8, 2)], ['red', 'blue']);
  });

  const fits = { inside: [50, 25], outside: [100, 50], cover: [50, 50], contain: [50, 50], fill: [50, 50] } as const;
  for (const [fit, size] of Object.entries(fits)) {
    test(`fits it ${fit}`, async () => {
      const input = await halves(200, 100).png().toBuffer();
      const options = { width: 50, height: 50, fit: fit as keyof typeof fits };
      const { width, height, content } = await resized(testStore, input, options);
      assert.deepEqual([width, height], size);
      assert.deepEqual(await colourAt(content, 1, 1), fit === 'contain' ? [0, 0, 0] : 'red');
      assert.equal(await colourAt(content, 1, Math.floor(height / 2)), 'red');
    });
  }

  test('may make it larger', async () => {
    const { width, height } = await resized(testStore, await halves(20, 10).png().toBuffer(), { width: 400 });
    assert.deepEqual([width, height], [400, 200]);
  });

  const tooLarge = {
    'of both sides': { width: 16_383, height: 16_383, fit: 'fill' },
    'of one side, the other following': { width: 16_383 },
    'outside of a box': { width: 10, height: 16_383, fit: 'outside' },
    'of AVIF, which takes the most memory': { width: 5100, height: 5100, fit: 'cover', format: 'avif' },
  } as const;
  for (const [name, options] of Object.entries(tooLarge)) {
    test(`makes nothing that would be too large (${name})`, async () => {
      const input = await halves(20, 10).png().toBuffer();
      await assert.rejects(resized(testStore, input, options), (error: Error) => {
        assert.ok(error instanceof NonRetryableError);
        assert.match(error.message, /^the image would have \d+ × \d+ pixels, 1 times; \d+ in all/);
        return true;
      });
    });
  }

  test('counts every frame of what it would make, and only the first where one is made', async () => {
    const input = await animation(40, 20, 3).gif().toBuffer();
    const mediaType = { mediaType: 'image/gif' };
    await assert.rejects(resized(testStore, input, { width: 9000 }, mediaType), /9000 × 4500 pixels, 3 times/);
    const { width, height } = await resized(testStore, input, { width: 9000, format: 'jpeg' }, mediaType);
    assert.deepEqual([width, height], [9000, 4500]);
  });

  test('counts what fits inside by what comes of it', async () => {
    const input = await halves(200, 2).png().toBuffer();
    const { width, height } = await resized(testStore, input, { width: 16_000, height: 16_000 });
    assert.deepEqual([width, height], [16_000, 160]);
  });

  test('makes it smaller in bytes at a lower quality', async () => {
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: RED,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      const [low, high] = [
        await resized(testStore, noise, { width: 100, format, quality: 10 }),
        await resized(testStore, noise, { width: 100, format, quality: 95 }),
      ];
      assert.ok(low.bytes < high.bytes / 2, `${format}: ${low.bytes}, ${high.bytes}`);
    }
  });

  test('turns a photo the right way up, and keeps nothing of what it says', async () => {
    const photo = await halves(200, 100)
      .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .jpeg()
      .toBuffer();
    const said = await sharp(photo).metadata();
    assert.ok(said.exif && said.icc && said.xmp && said.orientation === 6);
    const { width, height, content } = await resized(testStore, photo, { width: 50 }, { mediaType: 'image/jpeg' });
    assert.deepEqual([width, height], [50, 100]);
    assert.deepEqual([await colourAt(content, 25, 10), await colourAt(content, 25, 90)], ['red', 'blue']);
    const { exif, icc, xmp, iptc, orientation } = await sharp(content).metadata();
    assert.deepEqual([exif, icc, xmp, iptc, orientation], [undefined, undefined, undefined, undefined, undefined]);
  });

  test('keeps what is transparent so, where the format can', async () => {
    const input = await sharp({ create: { width: 10, height: 10, channels: 4, background: { ...RED, alpha: 0 } } })
      .png()
      .toBuffer();
    for (const format of ['png', 'webp', 'avif', 'gif'] as const) {
      const { content } = await resized(testStore, input, { width: 5, format });
      const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
      assert.equal(data[info.channels - 1], 0, format);
    }
    assert.equal((await resized(testStore, input, { width: 5, format: 'jpeg' })).format, 'jpeg');
  });

  test('reads 16 bits a channel, grey, and CMYK', async () => {
    const deep = await halves(200, 100).toColourspace('rgb16').png().toBuffer();
    assert.equal((await sharp(deep).metadata()).depth, 'ushort');
    const print = await halves(200, 100).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    assert.equal((await sharp(print).metadata()).space, 'cmyk');
    const grey = await halves(200, 100).greyscale().png().toBuffer();
    assert.equal(await colourAt((await resized(testStore, deep, { width: 50 })).content, 5, 5), 'red');
    const fromPrint = await resized(testStore, print, { width: 50, format: 'png' }, { mediaType: 'image/jpeg' });
    const { space, channels } = await sharp(fromPrint.content).metadata();
    assert.deepEqual([space, channels], ['srgb', 3]);
    assert.equal(await colourAt(fromPrint.content, 5, 5), 'red');
    // No ink is as blue as a screen.
    const [, inkGreen = 0, inkBlue = 0] = (await colourAt(fromPrint.content, 45, 5)) as number[];
    assert.ok(inkBlue > 2 * inkGreen);
    const fromGrey = await resized(testStore, grey, { width: 50 });
    const [r, g, b] = await colourAt(fromGrey.content, 5, 5);
    assert.ok(fromGrey.width === 50 && r === g && g === b);
  });

  for (const format of ['gif', 'webp'] as const) {
    test(`keeps an animation in ${format} moving, and of another format its first frame`, async () => {
      const input = await animation(40, 20, 3)
        [format]({ delay: [100, 200, 300], loop: 2 })
        .toBuffer();
      const kept = await resized(testStore, input, { width: 20 }, { mediaType: `image/${format}` });
      assert.deepEqual([kept.width, kept.height, kept.frames], [20, 10, 3]);
      const { pages, delay, loop } = await sharp(kept.content).metadata();
      assert.deepEqual([pages, delay, loop], [3, [100, 200, 300], 2]);
      const still = await resized(testStore, input, { width: 20, format: 'png' }, { mediaType: `image/${format}` });
      assert.deepEqual([still.width, still.height, still.frames], [20, 10, 1]);
    });
  }

  for (const [from, to] of [
    ['gif', 'webp'],
    ['webp', 'gif'],
  ] as const) {
    test(`keeps an animation moving from ${from} to ${to}, frame by frame`, async () => {
      const input = await animation(40, 20, 3)
        [from]({ delay: [100, 200, 300] })
        .toBuffer();
      const made = await resized(testStore, input, { width: 20, format: to }, { mediaType: `image/${from}` });
      const { pages, delay } = await sharp(made.content).metadata();
      assert.deepEqual([made.frames, pages, delay], [3, 3, [100, 200, 300]]);
      for (const frame of [0, 1, 2]) {
        const [red = 0] = await sharp(made.content, { page: frame }).raw().toBuffer();
        assert.ok(Math.abs(red - 80 * frame) < 25, `frame ${frame}: ${red}`);
      }
    });
  }

  const names = { 'a.b.tiff': 'a.b.webp', 'no-ending': 'no-ending.webp', '../../etc/passwd.png': 'passwd.webp' };
  for (const [name, expected] of Object.entries(names)) {
    test(`calls what it makes of ${name} ${expected}`, async () => {
      const input = await halves(20, 10).png().toBuffer();
      assert.equal((await resized(testStore, input, { width: 5, format: 'webp' }, { name })).name, expected);
    });
  }

  test('reads no drawing, even where it is taken for a picture', async () => {
    await resized(testStore, await halves(20, 10).png().toBuffer(), { width: 5 });
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await assert.rejects(sharp(drawing).metadata(), /unsupported image format/);
  });

  test('takes nothing for an image that is called something else', async () => {
    const input = await halves(20, 10).png().toBuffer();
    for (const mediaType of ['application/pdf', 'text/plain', 'image/svg+xml', 'video/mp4']) {
      await assert.rejects(resized(testStore, input, { width: 5 }, { mediaType }), NonRetryableError);
    }
  });
});
