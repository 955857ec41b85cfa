import { Type } from 'typebox';
import { FileRefSchema } from '../file.ts';
import { defineTaskType } from '../task-type.ts';

/** Pixels of a side. */
const LONGEST_SIDE = 16_383;

export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;

const Side = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: LONGEST_SIDE, description, examples: [320] }));

export const imageResize = defineTaskType({
  name: 'image.resize',
  title: 'Resize an image',
  description:
    'Makes a picture of another size from a JPEG, PNG, WebP, AVIF, GIF or TIFF, the right way up and without its metadata. One of `width` and `height` is enough.',
  takesFiles: true,
  payload: Type.Object(
    {
      image: FileRefSchema,
      width: Side('Pixels.'),
      height: Side('Pixels.'),
      fit: Type.Optional(
        Type.Enum(['inside', 'cover', 'contain', 'fill', 'outside'], {
          default: 'inside',
          description:
            'What becomes of other proportions: `inside` keeps all of it and may be smaller on one side, `cover` cuts, `contain` adds borders, `fill` stretches, `outside` may be larger on one side.',
        }),
      ),
      format: Type.Optional(
        Type.Enum(IMAGE_FORMATS, { description: 'Without it, that of the image; of TIFF, `png`.' }),
      ),
      quality: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: 80, description: 'Of `jpeg`, `webp` and `avif`.' }),
      ),
    },
    { additionalProperties: false, anyOf: [{ required: ['width'] }, { required: ['height'] }] },
  ),
  result: Type.Object(
    {
      image: FileRefSchema,
      width: Type.Integer({ description: 'Pixels.' }),
      height: Type.Integer({ description: 'Pixels, of one frame.' }),
      frames: Type.Integer({ description: 'More than one when it is animated.' }),
      format: Type.Enum(IMAGE_FORMATS),
      bytes: Type.Integer(),
    },
    { additionalProperties: false },
  ),
  timeoutMs: 5 * 60_000,
  maxAttempts: 3,
  examples: [
    {
      summary: 'A thumbnail',
      payload: { image: { file: '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26' }, width: 320, format: 'webp' },
    },
  ],
});
