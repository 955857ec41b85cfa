import type { PayloadOf, ResultOf } from '@offload/contract';
import type { Handler, HandlerContext } from '../handler.ts';
import { downloadPdf } from '../pdf/download-pdf.ts';
import { inThread } from '../threads/in-thread.ts';

const readPages = inThread<typeof import('../pdf/read-pages.ts')>(new URL('../pdf/read-pages.js', import.meta.url));

async function handle(context: HandlerContext<PayloadOf<'pdf.text'>>): Promise<ResultOf<'pdf.text'>> {
  const { document, ...asked } = context.payload;
  const { path } = await downloadPdf(context.files, document);
  return readPages({ ...context, payload: { ...asked, path } });
}

export const pdfText: Handler<PayloadOf<'pdf.text'>, ResultOf<'pdf.text'>> = Object.assign(handle, {
  close: readPages.close,
});
