import { setImmediate } from 'node:timers/promises';
import { MAX_PDF_TEXT_BYTES, type PayloadOf, type ResultOf } from '@offload/contract';
import { type Handler, NonRetryableError } from '@offload/handler';
import { downloadPdf } from '../pdf/download-pdf.ts';
import { pageNumbers } from '../pdf/page-numbers.ts';
import { PdfDocument } from '../pdf/pdf-document.ts';

type Result = ResultOf<'pdf.text'>;

/** Reads pages of a document. */
export const handler: Handler<PayloadOf<'pdf.text'>, Result> = async ({ payload, files, signal, progress }) => {
  const { path } = await downloadPdf(files, payload.document);
  const document = await PdfDocument.open(path, payload.password);
  const { pageCount } = document;
  const numbers = pageNumbers(payload.pages ?? {}, pageCount);
  const pages: Result['pages'] = [];
  let bytes = 0;
  let percent = 0;
  for (const number of numbers) {
    const page = { number, text: document.textOf(number) };
    bytes += Buffer.byteLength(JSON.stringify(page));
    if (bytes > MAX_PDF_TEXT_BYTES) {
      throw new NonRetryableError(
        `the text of pages ${numbers[0]} to ${number} has more than ${MAX_PDF_TEXT_BYTES} bytes: ask for fewer pages`,
      );
    }
    pages.push(page);
    const done = Math.floor((100 * pages.length) / numbers.length);
    if (done > percent) progress(done, `page ${number}`);
    percent = done;
    // Lets the message in that aborts the signal.
    await setImmediate();
    signal.throwIfAborted();
  }
  return { pages, pageCount };
};
