import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { NonRetryableError } from '@offload/handler';
import { openTestStore, type TestStore } from '../test-store.ts';
import { costlyImages, hostileImages, SECRET } from './hostile-images.ts';
import { resized } from './image-files.ts';

/** What a picture of a hundred million pixels takes as a whole, of four bytes each. */
const MOST_MB = 400;

/** What the most costly of those that are permitted may take. */
const MOST_PERMITTED_MB = 900;

/** Milliseconds for any of them; most take a few. */
const TIMEOUT_MS = 20_000;

const images = await hostileImages();

describe('image.resize, given what is no good picture,', () => {
  let testStore: TestStore;
  let startMb = 0;
  let peakMb = 0;
  before(async () => {
    testStore = await openTestStore();
    // The store and the files themselves are in it.
    startMb = process.memoryUsage.rss() / 1e6;
  });
  after(() => testStore.remove());

  for (const { name, content, mediaType } of images) {
    test(`either refuses ${name} for good, or makes a picture of the right size`, { timeout: TIMEOUT_MS }, async () => {
      const watch = setInterval(() => {
        peakMb = Math.max(peakMb, process.memoryUsage.rss() / 1e6);
      }, 5);
      try {
        const { width, bytes, content: made } = await resized(testStore, content, { width: 10 }, { mediaType });
        assert.ok(width === 10 && bytes > 0);
        assert.equal(made.indexOf(SECRET), -1);
      } catch (error) {
        assert.ok(error instanceof NonRetryableError, `${error}`);
        assert.match(error.message, /^the image \S/);
        assert.ok(!error.message.includes(tmpdir()), error.message);
      } finally {
        clearInterval(watch);
      }
    });
  }

  const refused = [
    /^nothing/,
    /^a text/,
    /^a page/,
    /^a drawing/,
    /^a document/,
    /^an archive/,
    /60000/,
    /largest/,
    /20000/,
    /65500/,
    /65535/,
    /many/,
    /16383/,
    /5100/,
    /(JPEG|PNG|TIFF) without a side/,
    /script/,
    /that is a JPEG/,
    /bitmap/,
    /own format/,
    /directories go round/,
    /cut at 0\.[0135]/,
  ];
  test('refuses for sure what has no pixels, or too many, or not nearly all', async () => {
    const surely = images.filter(({ name }) => refused.some((pattern) => pattern.test(name)));
    assert.ok(surely.length >= 30, String(surely.length));
    for (const { name, content, mediaType } of surely) {
      await assert.rejects(resized(testStore, content, { width: 10 }, { mediaType }), NonRetryableError, name);
    }
  });

  const tooMany = /of 60000|of 65500|16383|5100|20000|of many/;
  test('says of too many pixels that they are too many, before it looks at any', async () => {
    const large = images.filter(({ name }) => tooMany.test(name));
    assert.ok(large.length >= 8, String(large.length));
    for (const { name, content, mediaType } of large) {
      await assert.rejects(
        resized(testStore, content, { width: 10 }, { mediaType }),
        /exceeds pixel limit|in all may be/,
        name,
      );
    }
  });

  test('makes a picture of what has something else beside it', async () => {
    const beside = images.filter(({ name }) => /behind it|as its comment/.test(name));
    assert.equal(beside.length, 5);
    for (const { content, mediaType } of beside) {
      assert.ok(content.includes(SECRET));
      const { width, height } = await resized(testStore, content, { width: 12 }, { mediaType });
      assert.deepEqual([width, height], [12, 8]);
    }
  });

  test('is a hundred times and more at it, and needs no more memory than a permitted picture', async () => {
    assert.ok(images.length >= 100, String(images.length));
    assert.ok(peakMb > 0 && peakMb - startMb < MOST_MB, `${startMb} → ${peakMb} MB`);
  });

  test('takes a bounded memory for what is permitted', async () => {
    for (const { name, content, mediaType } of await costlyImages()) {
      const before = process.memoryUsage.rss() / 1e6;
      let peak = 0;
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss() / 1e6);
      }, 5);
      try {
        const { width, height } = await resized(testStore, content, { width: 10, format: 'png' }, { mediaType });
        assert.deepEqual([width, height], [10, 10]);
      } finally {
        clearInterval(watch);
      }
      assert.ok(peak > 0 && peak - before < MOST_PERMITTED_MB, `${name}: ${before} → ${peak} MB`);
    }
  });
});
