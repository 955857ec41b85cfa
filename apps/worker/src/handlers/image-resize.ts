import { stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { type IMAGE_FORMATS, type PayloadOf, type ResultOf, imageResize as type } from '@offload/contract';
import { type Handler, NonRetryableError } from '@offload/handler';
import type { Metadata } from 'sharp';
import { loadSharp } from '../load-sharp.ts';

type Payload = PayloadOf<'image.resize'>;
type Format = (typeof IMAGE_FORMATS)[number];

/** Pixels over all frames that an image may have, given or made: as many as fit into a few hundred megabytes. */
const MAX_PIXELS = 100_000_000;

/** The same of AVIF, which takes several times the memory to read and to write. */
const MAX_AVIF_PIXELS = 25_000_000;

/** Seconds after which the library gives up: an attempt that was told to stop cannot stop it. */
const TIMEOUT_S = type.timeoutMs / 1000;

/** What an image may be. Whatever else the library reads, a text that draws (SVG) or a document above all, is none. */
const INPUT_FORMATS: Readonly<Record<string, Format>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
  tiff: 'png',
};

const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif', 'image/tiff'];

const ANIMATED: readonly Format[] = ['gif', 'webp'];

export const handler: Handler<Payload, ResultOf<'image.resize'>> = async ({ payload, files, signal }) => {
  const sharp = await loadSharp();
  const { path, name, mediaType } = await files.download(payload.image);
  if (!MEDIA_TYPES.includes(mediaType)) throw new NonRetryableError(`the file is no image, but ${mediaType}`);
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true } as const;
  const folder = await files.folder();
  const metadata = await refusing(folder, sharp(path, options).metadata());
  const format = payload.format ?? formatOf(metadata);
  checkSize(metadata);
  signal.throwIfAborted();

  const animated = ANIMATED.includes(format) && (metadata.pages ?? 1) > 1;
  checkResultSize(metadata, payload, format, animated ? (metadata.pages ?? 1) : 1);
  const { width, height, fit = 'inside', quality = 80 } = payload;
  const target = join(folder, `resized.${format}`);
  const { info } = await refusing(
    folder,
    sharp(path, { ...options, animated })
      .autoOrient()
      .resize({ width, height, fit })
      .toFormat(format, format === 'png' || format === 'gif' ? {} : { quality })
      .timeout({ seconds: TIMEOUT_S })
      .toFile(target)
      .then((info) => ({ info })),
  );
  signal.throwIfAborted();
  const image = await files.save(target, { name: `${parse(name ?? 'image').name}.${format}` });
  const { size: bytes } = await stat(target);
  return {
    image: { file: image.file },
    width: info.width,
    height: info.pageHeight ?? info.height,
    frames: info.pages ?? 1,
    format,
    bytes,
  };
};

function formatOf({ format }: Metadata): Format {
  const known = format === undefined ? undefined : INPUT_FORMATS[format];
  if (known === undefined) throw new NonRetryableError(`an image of format ${format} is not read`);
  return known;
}

function maxPixels(format: Format): number {
  return format === 'avif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
}

/** Told by the header, before anything is decoded. */
function checkSize(metadata: Metadata): void {
  const { width = 0, height = 0, pages = 1, pageHeight } = metadata;
  const pixels = width * (pageHeight ?? height) * pages;
  const most = maxPixels(formatOf(metadata));
  if (pixels <= most) return;
  throw new NonRetryableError(
    `the image has ${width} × ${pageHeight ?? height} pixels, ${pages} times; ${most} in all may be`,
  );
}

/** Told by what was asked for, before anything is made. */
function checkResultSize(
  { autoOrient: source }: Metadata,
  { width, height, fit = 'inside' }: Payload,
  format: Format,
  frames: number,
): void {
  const scales = [width && width / source.width, height && height / source.height].filter(
    (scale) => scale !== undefined,
  );
  const scale = fit === 'outside' ? Math.max(...scales) : Math.min(...scales);
  const keepsProportions = scales.length === 1 || fit === 'inside' || fit === 'outside';
  const made = keepsProportions
    ? { width: Math.round(source.width * scale), height: Math.round(source.height * scale) }
    : { width: width ?? 0, height: height ?? 0 };
  const most = maxPixels(format);
  if (made.width * made.height * frames <= most) return;
  throw new NonRetryableError(
    `the image would have ${made.width} × ${made.height} pixels, ${frames} times; ${most} in all may be made of ${format}`,
  );
}

/** What the library refuses once, it refuses always. Where the files are is nobody's business. */
async function refusing<Value>(folder: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    const reason = (cause as Error).message.trim().replaceAll(`${folder}/`, '');
    throw new NonRetryableError(`the image cannot be read: ${reason}`, { cause });
  }
}
