import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { type PayloadOf, pdfText, type ResultOf } from '@offload/contract';
import { defineHandler } from '@offload/handler';
import { openHandlerBench } from '@offload/testing';
import { PdfDocument } from '../../src/pdf/pdf-document.ts';
import { aesPdf, ownerPdf, PASSWORD, pdfOf, rc4Pdf, textLines } from './pdf-documents.ts';

type Options = Omit<PayloadOf<'pdf.text'>, 'document'>;

describe('the pdf.text handler', () => {
  const handler = defineHandler<typeof import('../../src/handlers/pdf-text.ts')>({
    runIn: 'thread',
    module: new URL('../../src/handlers/pdf-text.js', import.meta.url),
  });
  const opening = openHandlerBench(pdfText, handler);
  let bench: Awaited<typeof opening>;
  before(async () => {
    bench = await opening;
  });
  after(() => bench.close());

  async function textOf(document: Buffer, options: Options = {}): Promise<ResultOf<'pdf.text'>> {
    return bench.run({ document: await bench.upload(document), ...options });
  }

  async function refusalOf(document: Buffer | string, options: Options = {}): Promise<string> {
    return bench.refusal({ document: await bench.upload(document), ...options });
  }

  test('reads page by page, line by line, in any letters', async () => {
    const document = pdfOf([
      { content: textLines('First line', 'second (line)') },
      { content: '1 0 0 rg 10 10 50 50 re f' },
      { content: textLines('Gr\xfc\xdfe \x80 5') },
    ]);
    assert.deepEqual(await textOf(document), {
      pages: [
        { number: 1, text: 'First line\nsecond (line)' },
        { number: 2, text: '' },
        { number: 3, text: 'Grüße € 5' },
      ],
      pageCount: 3,
    });
  });

  test('puts a word together that was hyphenated at the end of a line', async () => {
    const { pages } = await textOf(pdfOf([{ content: textLines('an exam-', 'ple of a word') }]));
    assert.deepEqual(pages, [{ number: 1, text: 'an example of a word' }]);
  });

  test('reads the pages that are asked for, as far as there are any', async () => {
    const document = pdfOf(Array.from({ length: 5 }, (_, index) => ({ content: textLines(`page ${index + 1}`) })));
    const numbers = async (pages: Options['pages'] & object) => {
      const result = await textOf(document, { pages });
      assert.equal(result.pageCount, 5);
      for (const { number, text } of result.pages) assert.equal(text, `page ${number}`);
      return result.pages.map(({ number }) => number);
    };
    assert.deepEqual(await numbers({ first: 2, last: 3 }), [2, 3]);
    assert.deepEqual(await numbers({ first: 4 }), [4, 5]);
    assert.deepEqual(await numbers({ last: 2 }), [1, 2]);
    assert.deepEqual(await numbers({ first: 5, last: 99 }), [5]);
    assert.equal(await refusalOf(document, { pages: { first: 6 } }), 'there is no page 6: the document has 5');
    assert.equal(
      await refusalOf(document, { pages: { first: 3, last: 2 } }),
      'the last page, 2, is before the first, 3',
    );
  });

  test('reads a thousand pages, with a report for each percent', async () => {
    const document = pdfOf(Array.from({ length: 1000 }, (_, index) => ({ content: textLines(`page ${index + 1}`) })));
    const { ending, progress } = await bench.attempt({ document: await bench.upload(document) });
    assert.ok(ending.kind === 'returned');
    const { pages, pageCount } = ending.result as ResultOf<'pdf.text'>;
    assert.equal(pageCount, 1000);
    assert.deepEqual(
      pages.map(({ text }) => text),
      Array.from({ length: 1000 }, (_, index) => `page ${index + 1}`),
    );
    assert.deepEqual(
      progress,
      Array.from({ length: 100 }, (_, index) => [index + 1, `page ${10 * (index + 1)}`]),
    );
  });

  test('says where a text is too long for one result, and reads part of it', async () => {
    const line = 'x'.repeat(100);
    const page = { content: textLines(...Array.from({ length: 2000 }, () => line)), height: 40_000 };
    const document = pdfOf(Array.from({ length: 6 }, () => page));
    assert.equal(
      await refusalOf(document),
      'the text of pages 1 to 5 has more than 1000000 bytes: ask for fewer pages',
    );
    const { pages } = await textOf(document, { pages: { first: 3, last: 6 } });
    for (const { text } of pages) assert.equal(text, Array.from({ length: 2000 }, () => line).join('\n'));
    assert.equal(pages.length, 4);
  });

  test('says where a document takes too much memory', async () => {
    const operators = deflateSync(Buffer.alloc(550_000_000, ' '));
    const page = pdfOf([{ content: '' }]).toString('latin1');
    const bomb = page.replace(
      /<< {2}\/Length 0 >>\nstream\n/,
      `<< /Filter /FlateDecode /Length ${operators.length} >>\nstream\n${operators.toString('latin1')}`,
    );
    assert.notEqual(bomb, page);
    const tooMuch = 'the document takes more than 1024 MiB of memory';
    assert.equal(await refusalOf(Buffer.from(bomb, 'latin1')), tooMuch);

    const folder = await mkdtemp(join(tmpdir(), 'offload-pdf-'));
    try {
      const path = join(folder, 'sparse.pdf');
      await writeFile(path, '%PDF-1.7');
      await truncate(path, 5 * 2 ** 30);
      await assert.rejects(PdfDocument.open(path), { name: 'NonRetryableError', message: tooMuch });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  for (const [encryption, document] of Object.entries({ AES: aesPdf, RC4: rc4Pdf })) {
    test(`reads what is encrypted with ${encryption} by its password only, which no log has`, async () => {
      assert.deepEqual(await textOf(document, { password: PASSWORD }), {
        pages: [{ number: 1, text: 'Secret' }],
        pageCount: 1,
      });
      assert.equal(await refusalOf(document), 'the document is encrypted, and needs its password');
      const password = 'not-the-password';
      const { ending, logs, progress } = await bench.attempt({ document: await bench.upload(document), password });
      assert.ok(ending.kind === 'threw' && ending.error instanceof Error);
      assert.equal(ending.error.message, 'the password is wrong');
      assert.equal(ending.retryable, false);
      assert.doesNotMatch(`${ending.error.stack} ${JSON.stringify([ending, logs, progress])}`, /not-the-password/);
    });
  }

  test('reads without a password what only its owner may change', async () => {
    assert.deepEqual((await textOf(ownerPdf)).pages, [{ number: 1, text: 'Secret' }]);
  });

  test('stops between two pages when its task is cancelled', async () => {
    const rectangles = '0 0 9 9 re f '.repeat(20_000);
    const form = `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length ${rectangles.length} >>`;
    const objects = [`${form}\nstream\n${rectangles}\nendstream`];
    const pages = Array.from({ length: 1000 }, () => ({ content: '/X4 Do' }));
    const document = await bench.upload(pdfOf(pages, { objects }));
    const cancelling = new AbortController();
    setTimeout(() => cancelling.abort(), 300);
    const { ending, progress } = await bench.attempt({ document }, { signal: cancelling.signal, abortGraceMs: 30_000 });
    assert.deepEqual(ending, { kind: 'cancelled' });
    assert.ok(progress.length < 100, `${progress.length} percent`);
  });

  test('refuses what is no PDF, is broken or is gone', async () => {
    const whole = pdfOf([{ content: textLines('whole') }]);
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
    assert.equal(await refusalOf(Buffer.from(png, 'base64')), 'the file is no PDF, but image/png');
    assert.equal(await refusalOf('no PDF'), 'the file is no PDF, or a broken one');
    assert.equal(await refusalOf(''), 'the file is no PDF, or a broken one');
    assert.equal(await refusalOf(whole.subarray(0, 100)), 'the file is no PDF, or a broken one');
    assert.equal(await refusalOf(pdfOf([])), 'the document has no pages');
    assert.match(
      await bench.refusal({ document: { file: '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26' } }),
      /^there is no file 0193f1c2/,
    );
  });

  test('reads a document whose end is cut off, as viewers do', async () => {
    const whole = pdfOf([{ content: textLines('still there') }]);
    const cut = whole.subarray(0, whole.indexOf('xref'));
    assert.equal(
      (await textOf(Buffer.concat([cut, Buffer.from('trailer << /Root 1 0 R >>')]))).pages[0]?.text,
      'still there',
    );
  });
});
