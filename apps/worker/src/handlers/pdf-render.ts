import { join, parse } from 'node:path';
import { MAX_RENDERED_PAGES, type PayloadOf, type ResultOf } from '@offload/contract';
import { type Handler, NonRetryableError } from '@offload/handler';
import { loadSharp } from '../load-sharp.ts';
import { downloadPdf } from '../pdf/download-pdf.ts';
import { pageNumbers } from '../pdf/page-numbers.ts';
import { PdfDocument, type Size } from '../pdf/pdf-document.ts';

type Payload = PayloadOf<'pdf.render'>;
type Result = ResultOf<'pdf.render'>;
type Options = Pick<Payload, 'dpi' | 'width' | 'format'>;

/** Of a page: as many as fit into a few hundred megabytes. */
const MAX_PIXELS = 100_000_000;

/** Of a picture, by what the usual libraries of its format take. */
const MAX_SIDE = { png: 1_000_000, jpeg: 65_500 };

const POINTS_PER_INCH = 72;

/** Makes pictures of pages of a document. */
export const handler: Handler<Payload, Result> = async ({ payload, files, signal, progress }) => {
  const { password, pages: range = {}, format = 'png', quality = 80 } = payload;
  const { path, name } = await downloadPdf(files, payload.document);
  const document = await PdfDocument.open(path, password);
  const sharp = await loadSharp();
  const { pageCount } = document;
  const numbers = pageNumbers(range, pageCount);
  if (numbers.length > MAX_RENDERED_PAGES) {
    throw new NonRetryableError(
      `${numbers.length} pages are asked for, and one task renders ${MAX_RENDERED_PAGES}: ask for fewer with \`pages\``,
    );
  }
  const folder = await files.folder();
  const rendered: { number: number; target: string; size: Size }[] = [];
  for (const number of numbers) {
    const size = pixelsOf(number, document.sizeOf(number), payload);
    const target = join(folder, `page-${number}.${format}`);
    await document.render(number, size, (rgb) =>
      sharp(rgb, { raw: { ...size, channels: 3 } })
        .toFormat(format, format === 'jpeg' ? { quality } : {})
        .toFile(target),
    );
    signal.throwIfAborted();
    rendered.push({ number, target, size });
    progress(Math.floor((100 * rendered.length) / numbers.length), `page ${number}`);
  }
  // Not before: of an attempt that fails, nothing is kept.
  const pages: Result['pages'] = [];
  for (const { number, target, size } of rendered) {
    const { file } = await files.save(target, { name: `${parse(name ?? 'document').name}-${number}.${format}` });
    pages.push({ number, image: { file }, ...size });
  }
  return { pages, pageCount };
};

function pixelsOf(number: number, points: Size, { dpi = 150, width: asked, format = 'png' }: Options): Size {
  if (points.width <= 0 || points.height <= 0) throw new NonRetryableError(`page ${number} has no size`);
  const scale = asked === undefined ? dpi / POINTS_PER_INCH : asked / points.width;
  const width = Math.max(1, Math.round(points.width * scale));
  const height = Math.max(1, Math.round(points.height * scale));
  const tooLarge = (limit: string) =>
    new NonRetryableError(
      `page ${number} would have ${width} × ${height} pixels; ${limit} may be: ask for fewer by \`dpi\` or \`width\``,
    );
  if (width * height > MAX_PIXELS) throw tooLarge(`${MAX_PIXELS} in all`);
  if (Math.max(width, height) > MAX_SIDE[format])
    throw tooLarge(`${MAX_SIDE[format]} in a row or a column of ${format}`);
  return { width, height };
}
