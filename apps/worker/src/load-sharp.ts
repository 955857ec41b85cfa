import type { Sharp, SharpInput, SharpOptions } from 'sharp';

/** What it may read. Whatever else it can, drawings (SVG) and its own format above all, is not for files of strangers. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map((format) => `VipsForeignLoad${format}`);

type Library = (input: SharpInput, options: SharpOptions) => Sharp;

let loaded: Promise<Library> | undefined;

/** Loaded with the first image: a worker without any has no use for it. */
export function loadSharp(): Promise<Library> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Attempts run beside each other already, and what one leaves behind would only be memory to the next.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return sharp;
  });
  return loaded;
}
