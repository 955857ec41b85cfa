import { join } from 'node:path';
import { MAX_RENDERED_PAGES, type PayloadOf } from '@offload/contract';
import { NonRetryableError } from '../errors.ts';
import type { ThreadHandler } from '../handler.ts';
import { loadSharp } from '../load-sharp.ts';
import { pageNumbers } from './page-numbers.ts';
import { PdfDocument, type Size } from './pdf-document.ts';

/** Of a page: as many as fit into a few hundred megabytes. */
const MAX_PIXELS = 100_000_000;

const POINTS_PER_INCH = 72;

interface Payload extends Omit<PayloadOf<'pdf.render'>, 'document'> {
  /** Of the document. */
  path: string;
  /** Where the pictures go. */
  folder: string;
}

interface Result {
  pages: { number: number; path: string; width: number; height: number }[];
  pageCount: number;
}

/** Renders pages of a document, in a thread. */
export const handler: ThreadHandler<Payload, Result> = async ({ payload, signal, progress }) => {
  const { path, folder, password, pages: range = {}, format = 'png', quality = 80 } = payload;
  const document = await PdfDocument.open(path, password);
  const sharp = await loadSharp();
  const { pageCount } = document;
  const numbers = pageNumbers(range, pageCount);
  if (numbers.length > MAX_RENDERED_PAGES) {
    throw new NonRetryableError(
      `${numbers.length} pages are asked for, and one task renders ${MAX_RENDERED_PAGES}: ask for fewer with \`pages\``,
    );
  }
  const pages: Result['pages'] = [];
  for (const number of numbers) {
    const size = pixelsOf(number, document.sizeOf(number), payload);
    const target = join(folder, `page-${number}.${format}`);
    await document.render(number, size, (rgb) =>
      sharp(rgb, { raw: { ...size, channels: 3 } })
        .toFormat(format, format === 'jpeg' ? { quality } : {})
        .toFile(target),
    );
    signal.throwIfAborted();
    pages.push({ number, path: target, ...size });
    progress(Math.floor((100 * pages.length) / numbers.length), `page ${number}`);
  }
  return { pages, pageCount };
};

function pixelsOf(number: number, points: Size, { dpi = 150, width: asked }: Pick<Payload, 'dpi' | 'width'>): Size {
  const scale = asked === undefined ? dpi / POINTS_PER_INCH : asked / points.width;
  const width = Math.max(1, Math.round(points.width * scale));
  const height = Math.max(1, Math.round(points.height * scale));
  if (width * height <= MAX_PIXELS) return { width, height };
  throw new NonRetryableError(
    `page ${number} would have ${width} × ${height} pixels; ${MAX_PIXELS} in all may be: ask for fewer by \`dpi\` or \`width\``,
  );
}
