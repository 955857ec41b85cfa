import { Type } from 'typebox';
import { FileRefSchema } from '../file.ts';
import { defineTaskType } from '../task-type.ts';
import { PageCountSchema, pdfDocument } from './pdf-document.ts';

/** Pages that one task renders. */
export const MAX_RENDERED_PAGES = 50;

export const pdfRender = defineTaskType({
  name: 'pdf.render',
  title: 'Render a PDF',
  description: `Makes a picture of each page of a PDF, up to ${MAX_RENDERED_PAGES} in one task. \`width\` is asked for instead of \`dpi\`.`,
  takesFiles: true,
  payload: Type.Object(
    {
      ...pdfDocument,
      dpi: Type.Optional(Type.Integer({ minimum: 36, maximum: 300, default: 150, description: 'Pixels per inch.' })),
      width: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 16_383, description: 'Pixels, of every page.', examples: [800] }),
      ),
      format: Type.Optional(Type.Enum(['png', 'jpeg'], { default: 'png' })),
      quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 80, description: 'Of `jpeg`.' })),
    },
    { additionalProperties: false },
  ),
  result: Type.Object(
    {
      pages: Type.Array(
        Type.Object(
          {
            number: Type.Integer({ minimum: 1 }),
            image: FileRefSchema,
            width: Type.Integer({ description: 'Pixels.' }),
            height: Type.Integer({ description: 'Pixels.' }),
          },
          { additionalProperties: false },
        ),
        { maxItems: MAX_RENDERED_PAGES },
      ),
      pageCount: PageCountSchema,
    },
    { additionalProperties: false },
  ),
  timeoutMs: 10 * 60_000,
  maxAttempts: 3,
  examples: [
    {
      summary: 'A preview of the first page',
      payload: {
        document: { file: '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26' },
        pages: { first: 1, last: 1 },
        width: 800,
        format: 'jpeg',
      },
    },
  ],
});
