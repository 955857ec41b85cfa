import { Timestamp } from '@offload/contract';
import { Type } from 'typebox';

export const FileIdSchema = Type.String({
  format: 'uuid',
  description: 'As `POST /files` gives it.',
  examples: ['0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26'],
});

/** What is known of a file beside its bytes. */
export const FileResource = Type.Object(
  {
    id: FileIdSchema,
    name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'As its client calls it.',
      examples: ['photo.jpg'],
    }),
    mediaType: Type.String({
      description: 'What its bytes are, whatever its client said.',
      examples: ['image/jpeg'],
    }),
    bytes: Type.Integer({ minimum: 0, examples: [48211] }),
    sha256: Type.String({
      description: 'Of its bytes, in hexadecimal.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    createdAt: Timestamp('When its upload began.'),
  },
  { $id: 'File', additionalProperties: false },
);
