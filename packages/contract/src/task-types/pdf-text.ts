import { Type } from 'typebox';
import { defineTaskType } from '../task-type.ts';
import { PageCountSchema, pdfDocument } from './pdf-document.ts';

/** Bytes of the pages in a result, as JSON. */
export const MAX_PDF_TEXT_BYTES = 1_000_000;

export const pdfText = defineTaskType({
  name: 'pdf.text',
  title: 'Read a PDF',
  description:
    'Reads the text of a PDF, page by page. A page that is only a picture has none. One task reads a megabyte of text.',
  takesFiles: true,
  payload: Type.Object(pdfDocument, { additionalProperties: false }),
  result: Type.Object(
    {
      pages: Type.Array(
        Type.Object({ number: Type.Integer({ minimum: 1 }), text: Type.String() }, { additionalProperties: false }),
      ),
      pageCount: PageCountSchema,
    },
    { additionalProperties: false },
  ),
  timeoutMs: 5 * 60_000,
  maxAttempts: 3,
  examples: [
    { summary: 'The whole text', payload: { document: { file: '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26' } } },
    {
      summary: 'Pages of an encrypted document',
      payload: {
        document: { file: '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26' },
        pages: { first: 2, last: 5 },
        password: 'correct horse',
      },
    },
  ],
});
