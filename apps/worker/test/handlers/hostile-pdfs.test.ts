import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pdfRender, pdfText, type ResultOf } from '@offload/contract';
import { defineHandler, type Handler, NonRetryableError } from '@offload/handler';
import { type AttemptReport, openHandlerBench } from '@offload/testing';
import sharp from 'sharp';
import { type HostilePdf, TIMED_OUT } from './hostile-pdfs/hostile-pdf.ts';
import { hostilePdfs } from './hostile-pdfs.ts';
import { pdfOf, textLines } from './pdf-documents.ts';

/** Milliseconds for what has an end; most take a few. */
const TIMEOUT_MS = 60_000;

/** Milliseconds after which it is certain enough that there is none. */
const PATIENCE_MS = 1000;
const ABORT_GRACE_MS = 100;

/** Milliseconds to end what does not end by itself. */
const CUT_OFF_MS = 5000;

/** What two threads take: each a document, and the one before as long as nobody has collected it. */
const MOST_MB = 4 * 1024 + 500;

/** The same in a process, with the library that makes the picture. */
const MAX_PROCESS_MB = 2048;

const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
let requests = 0;
server.on('connection', () => requests++);
await once(server, 'listening');

const documents = hostilePdfs(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

describe('of a hostile document', () => {
  const homes = new Set<string>();
  const texts = openHandlerBench(
    pdfText,
    watched(
      defineHandler<typeof import('../../src/handlers/pdf-text.ts')>({
        runIn: 'thread',
        module: new URL('../../src/handlers/pdf-text.js', import.meta.url),
      }),
    ),
  );
  const pictures = openHandlerBench(
    pdfRender,
    watched(
      defineHandler<typeof import('../../src/handlers/pdf-render.ts')>({
        runIn: 'process',
        module: new URL('../../src/handlers/pdf-render.js', import.meta.url),
        maxMemoryMb: MAX_PROCESS_MB,
      }),
    ),
  );
  let textBench: Awaited<typeof texts>;
  let pictureBench: Awaited<typeof pictures>;
  let startMb = 0;
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, process.memoryUsage.rss() / 1e6);
  }, 20);
  before(async () => {
    [textBench, pictureBench] = [await texts, await pictures];
    startMb = process.memoryUsage.rss() / 1e6;
  });
  after(async () => {
    clearInterval(watch);
    server.close();
    await textBench.close();
    await pictureBench.close();
  });

  /** Notes where the folders of attempts are. */
  function watched<Payload, Result>(handler: Handler<Payload, Result>): Handler<Payload, Result> {
    return Object.assign(
      async (context: Parameters<typeof handler>[0]) => {
        homes.add(dirname(await context.files.folder()));
        return handler(context);
      },
      { close: async () => handler.close?.() },
    );
  }

  async function textOf(content: Buffer, time: Time): Promise<Outcome> {
    const report = await textBench.attempt({ document: await textBench.upload(content) }, time);
    const { ending } = report;
    if (ending.kind !== 'returned') return failure(report);
    return (ending.result as ResultOf<'pdf.text'>).pages.map(({ text }) => text);
  }

  async function picturesOf(content: Buffer, options: HostilePdf['options'], time: Time): Promise<Outcome> {
    const dpi = options.width === undefined ? { dpi: 72 } : {};
    const document = await pictureBench.upload(content);
    const report = await pictureBench.attempt({ document, ...dpi, ...options }, time);
    const { ending } = report;
    if (ending.kind !== 'returned') return failure(report);
    const { pages } = ending.result as ResultOf<'pdf.render'>;
    assert.equal(report.files.length, pages.length);
    return Promise.all(pages.map(async ({ image }) => sketch((await pictureBench.download(image)).content)));
  }

  describe('there is', { concurrency: 2 }, () => {
    for (const { name, content, text, pictures, options } of documents) {
      test(`what is expected: ${name}`, { timeout: 2 * TIMEOUT_MS }, async () => {
        assert.deepEqual(await inTime(text, (time) => textOf(content, time)), text);
        assert.deepEqual(await inTime(pictures, (time) => picturesOf(content, options, time)), pictures);
      });
    }
  });

  test('there are hundreds, each another one', () => {
    assert.ok(documents.length >= 300, String(documents.length));
    assert.equal(new Set(documents.map(({ name }) => name)).size, documents.length);
    const contents = new Set(
      documents.map(({ content, options }) => `${JSON.stringify(options)} ${content.toString('latin1')}`),
    );
    assert.equal(contents.size, documents.length);
  });

  test('nothing is left: the next one is read and rendered, and no other files are there than those that are kept', async () => {
    const ordinary = pdfOf([{ content: textLines('ordinary') }]);
    assert.deepEqual(await textOf(ordinary, {}), ['ordinary']);
    assert.deepEqual(await picturesOf(ordinary, {}, {}), ['200 × 200, drawn on']);
    assert.equal(homes.size, 2);
    for (const home of homes) {
      assert.deepEqual(await readdir(home), ['files']);
      const kept = await readdir(join(home, 'files'), { recursive: true });
      assert.deepEqual(
        kept.filter((path) => path.endsWith('.part')),
        [],
      );
    }
  });

  test('nothing is asked for over the network', () => {
    assert.equal(requests, 0);
  });

  test('no more memory is taken than two documents may have', () => {
    assert.ok(peakMb > startMb && peakMb - startMb < MOST_MB, `${startMb} → ${peakMb} MB`);
  });
});

type Outcome = HostilePdf['text'];

interface Time {
  timeoutMs?: number;
  abortGraceMs?: number;
}

/** What comes of it: with little time where it is known not to end, and then not much later. */
async function inTime(expected: Outcome, work: (time: Time) => Promise<Outcome>): Promise<Outcome> {
  if (expected !== TIMED_OUT) return work({ timeoutMs: TIMEOUT_MS });
  const startedAt = performance.now();
  const outcome = await work({ timeoutMs: PATIENCE_MS, abortGraceMs: ABORT_GRACE_MS });
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < PATIENCE_MS + ABORT_GRACE_MS + CUT_OFF_MS, `it took ${tookMs} ms`);
  return outcome;
}

/** Of an attempt that has not returned: it has been refused for good, or was cut off. */
function failure({ ending, files }: AttemptReport): Outcome {
  assert.deepEqual(files, []);
  if (ending.kind === 'timed_out') return TIMED_OUT;
  assert.ok(ending.kind === 'threw', ending.kind);
  assert.ok(ending.error instanceof NonRetryableError, `${ending.error}`);
  assert.equal(ending.retryable, false);
  return { refused: ending.error.message };
}

async function sketch(image: Buffer): Promise<string> {
  const { width, height } = await sharp(image).metadata();
  const { channels } = await sharp(image).stats();
  assert.equal(channels.length, 3);
  const isBlank = channels.every(({ min }) => min === 255);
  return `${width} × ${height}${isBlank ? '' : ', drawn on'}`;
}
