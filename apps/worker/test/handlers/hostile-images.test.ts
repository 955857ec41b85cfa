import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NonRetryableError } from '../../src/errors.ts';
import { openTestStore, type TestStore } from '../test-store.ts';
import { hostileImages } from './hostile-images.ts';
import { resized } from './image-files.ts';

/** What the largest permitted picture takes as a whole, a hundred million pixels of four bytes. */
const MOST_MB = 400;

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
    test(`either refuses ${name} for good, or makes a picture of the right size`, async () => {
      const watch = setInterval(() => {
        peakMb = Math.max(peakMb, process.memoryUsage.rss() / 1e6);
      }, 5);
      try {
        const { width, bytes } = await resized(testStore, content, { width: 10 }, { mediaType });
        assert.ok(width === 10 && bytes > 0);
      } catch (error) {
        assert.ok(error instanceof NonRetryableError, `${error}`);
        assert.match(error.message, /image/);
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
    /cut at 0\.[0135]/,
  ];
  test('refuses for sure what has no pixels, or too many, or not nearly all', async () => {
    const surely = images.filter(({ name }) => refused.some((pattern) => pattern.test(name)));
    assert.ok(surely.length >= 30, String(surely.length));
    for (const { name, content, mediaType } of surely) {
      await assert.rejects(resized(testStore, content, { width: 10 }, { mediaType }), NonRetryableError, name);
    }
  });

  test('is sixty times and more at it, and needs no more memory than a permitted picture', async () => {
    assert.ok(images.length >= 60, String(images.length));
    assert.ok(peakMb > 0 && peakMb - startMb < MOST_MB, `${startMb} → ${peakMb} MB`);
  });
});
