import { createReadStream } from 'node:fs';
import { parse } from 'node:path';
import type { PayloadOf, ResultOf } from '@offload/contract';
import type { Handler, HandlerContext } from '../handler.ts';
import { loadSharp } from '../load-sharp.ts';
import { downloadPdf } from '../pdf/download-pdf.ts';
import { inThread } from '../threads/in-thread.ts';

const renderPages = inThread<typeof import('../pdf/render-pages.ts')>(
  new URL('../pdf/render-pages.js', import.meta.url),
);

async function handle(context: HandlerContext<PayloadOf<'pdf.render'>>): Promise<ResultOf<'pdf.render'>> {
  const { files, signal } = context;
  const { document, ...asked } = context.payload;
  const { path, name } = await downloadPdf(files, document);
  // Its native part must outlive the threads that use it.
  await loadSharp();
  const folder = await files.folder();
  const { pages, pageCount } = await renderPages({ ...context, payload: { ...asked, path, folder } });
  const result: ResultOf<'pdf.render'> = { pages: [], pageCount };
  for (const { path, ...page } of pages) {
    signal.throwIfAborted();
    const image = await files.save(createReadStream(path), {
      name: `${parse(name ?? 'document').name}-${page.number}${parse(path).ext}`,
    });
    result.pages.push({ ...page, image: { file: image.file } });
  }
  return result;
}

export const pdfRender: Handler<PayloadOf<'pdf.render'>, ResultOf<'pdf.render'>> = Object.assign(handle, {
  close: renderPages.close,
});
