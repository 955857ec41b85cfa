import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type PayloadOf, pdfRender } from '@offload/contract';
import { defineHandler } from '@offload/handler';
import { openHandlerBench } from '@offload/testing';
import sharp from 'sharp';
import { aesPdf, endlessPdf, PASSWORD, pdfOf, type TestPage, textLines } from './pdf-documents.ts';

type Options = Omit<PayloadOf<'pdf.render'>, 'document'>;

const WHITE = [255, 255, 255];
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** A page with a red lower left quarter and a blue upper right one. */
const quarters: TestPage = {
  width: 144,
  height: 72,
  content: '1 0 0 rg 0 0 72 36 re f 0 0 1 rg 72 36 72 36 re f',
};

describe('the pdf.render handler', () => {
  const handler = defineHandler<typeof import('../../src/handlers/pdf-render.ts')>({
    runIn: 'process',
    module: new URL('../../src/handlers/pdf-render.js', import.meta.url),
  });
  const opening = openHandlerBench(pdfRender, handler);
  let bench: Awaited<typeof opening>;
  before(async () => {
    bench = await opening;
  });
  after(() => bench.close());

  /** What comes of a document: the result's pages with their pictures. */
  async function rendered(document: Buffer, options: Options = {}, name?: string) {
    const { pages } = await bench.run({ document: await bench.upload(document, name), ...options });
    return Promise.all(pages.map(async ({ image, ...page }) => ({ ...page, ...(await bench.download(image)) })));
  }

  async function refusalOf(document: Buffer, options: Options = {}): Promise<string> {
    return bench.refusal({ document: await bench.upload(document), ...options });
  }

  test('makes a picture of each page, at 150 dots per inch', async () => {
    const second = { ...quarters, width: 72, content: '' };
    const [one, two, ...others] = await rendered(pdfOf([quarters, second]), {}, 'Report.pdf');
    assert.deepEqual(others, []);
    assert.ok(one && two);
    assert.deepEqual(
      [one.number, one.width, one.height, one.mediaType, one.name],
      [1, 300, 150, 'image/png', 'Report-1.png'],
    );
    assert.deepEqual(
      [two.number, two.width, two.height, two.mediaType, two.name],
      [2, 150, 150, 'image/png', 'Report-2.png'],
    );
    const { width, height, pixel } = await pixelsOf(one.content);
    assert.deepEqual([width, height], [300, 150]);
    assert.deepEqual([pixel(5, 5), pixel(5, 145), pixel(295, 5), pixel(295, 145)], [WHITE, RED, BLUE, WHITE]);
    assert.deepEqual([pixel(149, 76), pixel(150, 74)], [RED, BLUE]);
  });

  test('draws text in black, without fringes of colour', async () => {
    const [page] = await rendered(pdfOf([{ content: textLines('Hello') }]));
    assert.ok(page);
    const { data } = await sharp(page.content).raw().toBuffer({ resolveWithObject: true });
    let dark = 0;
    for (let index = 0; index < data.length; index += 3) {
      const [red, green, blue] = data.subarray(index, index + 3);
      assert.ok(red === green && green === blue, `${red} ${green} ${blue}`);
      if (Number(red) < 64) dark++;
    }
    assert.ok(dark > 200 && dark < 2000, `${dark} dark pixels`);
  });

  test('makes pictures as large as they are asked for', async () => {
    const sizes = async (options: Options) =>
      (await rendered(pdfOf([quarters, { ...quarters, width: 72 }]), options)).map(({ width, height }) => [
        width,
        height,
      ]);
    assert.deepEqual(await sizes({ dpi: 36 }), [
      [72, 36],
      [36, 36],
    ]);
    assert.deepEqual(await sizes({ dpi: 300 }), [
      [600, 300],
      [300, 300],
    ]);
    assert.deepEqual(await sizes({ width: 320 }), [
      [320, 160],
      [320, 320],
    ]);
    assert.deepEqual(await sizes({ width: 320, dpi: 300, pages: { first: 2 } }), [[320, 320]]);
  });

  test('makes JPEGs, of the quality that is asked for', async () => {
    const document = pdfOf([{ content: textLines('Hello', 'Hello') }]);
    const [fine] = await rendered(document, { format: 'jpeg', quality: 95 }, 'a.pdf');
    const [coarse] = await rendered(document, { format: 'jpeg', quality: 10 });
    assert.ok(fine && coarse);
    assert.deepEqual([fine.mediaType, fine.name, coarse.name], ['image/jpeg', 'a-1.jpeg', 'document-1.jpeg']);
    assert.ok(coarse.bytes < fine.bytes / 2, `${coarse.bytes} and ${fine.bytes} bytes`);
    const { width, pixel } = await pixelsOf(
      (await rendered(pdfOf([quarters]), { format: 'jpeg', quality: 100 }))[0]?.content,
    );
    assert.equal(width, 300);
    assert.ok(Number(pixel(20, 130)[0]) > 245 && Number(pixel(20, 130)[2]) < 10, String(pixel(20, 130)));
  });

  test('turns a page as the document says', async () => {
    const turned = Buffer.from(
      pdfOf([quarters]).toString('latin1').replace('/MediaBox', '/Rotate 90 /MediaBox'),
      'latin1',
    );
    const [page] = await rendered(turned);
    const { width, height, pixel } = await pixelsOf(page?.content);
    assert.deepEqual([width, height], [150, 300]);
    assert.deepEqual([pixel(5, 5), pixel(145, 295)], [RED, BLUE]);
  });

  test('reports each page', async () => {
    const document = await bench.upload(pdfOf([quarters, quarters, quarters, quarters]));
    const { progress } = await bench.attempt({ document, pages: { first: 2 }, dpi: 36 });
    assert.deepEqual(progress, [
      [33, 'page 2'],
      [66, 'page 3'],
      [100, 'page 4'],
    ]);
  });

  test('renders fifty pages of a thousand, and no more', async () => {
    const document = pdfOf(Array.from({ length: 1000 }, () => quarters));
    assert.equal(
      await refusalOf(document),
      '1000 pages are asked for, and one task renders 50: ask for fewer with `pages`',
    );
    assert.match(await refusalOf(document, { pages: { first: 1, last: 51 } }), /^51 pages/);
    const pages = await rendered(document, { pages: { first: 951 }, dpi: 36 });
    assert.deepEqual(
      pages.map(({ number }) => number),
      Array.from({ length: 50 }, (_, index) => 951 + index),
    );
  });

  test('refuses a picture with too many pixels, and makes the largest page smaller', async () => {
    const huge = pdfOf([{ width: 14_400, height: 14_400, content: '1 0 0 rg 0 0 14400 7200 re f' }]);
    assert.equal(
      await refusalOf(huge, { dpi: 300 }),
      'page 1 would have 60000 × 60000 pixels; 100000000 in all may be: ask for fewer by `dpi` or `width`',
    );
    const narrow = pdfOf([{ width: 1, height: 14_400, content: '' }]);
    assert.match(await refusalOf(narrow, { width: 1000 }), /^page 1 would have 1000 × 14400000 pixels/);
    const [page] = await rendered(huge, { width: 500 });
    const { pixel } = await pixelsOf(page?.content);
    assert.deepEqual([pixel(250, 240), pixel(250, 260)], [WHITE, RED]);
  });

  test('renders an encrypted document by its password', async () => {
    const [page] = await rendered(aesPdf, { password: PASSWORD });
    const { width, pixel } = await pixelsOf(page?.content);
    assert.equal(width, 417);
    assert.deepEqual(pixel(0, 0), WHITE);
    assert.equal(await refusalOf(aesPdf), 'the document is encrypted, and needs its password');
    assert.equal(await refusalOf(aesPdf, { password: PASSWORD.toUpperCase() }), 'the password is wrong');
    assert.equal(await refusalOf(Buffer.from('%PDF-1.7\n')), 'the file is no PDF, or a broken one');
  });

  test('stops between two pages when its task is cancelled', async () => {
    const pages = Array.from({ length: 50 }, () => ({ width: 600, height: 600, content: textLines('Hello') }));
    const cancelling = new AbortController();
    setTimeout(() => cancelling.abort(), 300);
    const { ending, progress } = await bench.attempt(
      { document: await bench.upload(pdfOf(pages)), dpi: 300 },
      { signal: cancelling.signal, abortGraceMs: 30_000 },
    );
    assert.deepEqual(ending, { kind: 'cancelled' });
    assert.ok(progress.length < 50, `${progress.length} pages`);
  });

  test('ends with its time also inside the library, while the event loop goes on', async () => {
    const document = await bench.upload(endlessPdf());
    let turns = 0;
    const turning = setInterval(() => turns++, 10);
    const startedAt = performance.now();
    const { ending } = await bench.attempt({ document }, { timeoutMs: 1000, abortGraceMs: 200 });
    clearInterval(turning);
    assert.equal(ending.kind, 'timed_out');
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs >= 1200 && tookMs < 5000, `it took ${tookMs} ms`);
    assert.ok(turns > 50, `${turns} turns`);
    const [page] = await rendered(pdfOf([quarters]));
    assert.equal(page?.width, 300, 'the next one is rendered');
  });
});

async function pixelsOf(image: Buffer | undefined) {
  assert.ok(image);
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  assert.equal(info.channels, 3);
  const pixel = (x: number, y: number): number[] => [...data.subarray(3 * (y * info.width + x)).subarray(0, 3)];
  return { width: info.width, height: info.height, pixel };
}
