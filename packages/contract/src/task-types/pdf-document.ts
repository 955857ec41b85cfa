import { type Static, Type } from 'typebox';
import { FileRefSchema } from '../file.ts';

const PageRangeSchema = Type.Object(
  {
    first: Type.Optional(Type.Integer({ minimum: 1, default: 1, examples: [1] })),
    last: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Without it, or past the end, the last one there is.', examples: [10] }),
    ),
  },
  { additionalProperties: false, description: 'Counted from 1. Without it, all.' },
);

export type PageRange = Static<typeof PageRangeSchema>;

/** What every task on a document is given. */
export const pdfDocument = {
  document: FileRefSchema,
  pages: Type.Optional(PageRangeSchema),
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 127,
      description: 'Of an encrypted document. It is kept in the payload of the task, and is logged nowhere.',
      examples: ['correct horse'],
    }),
  ),
};

export const PageCountSchema = Type.Integer({ minimum: 1, description: 'Pages of the whole document.' });
