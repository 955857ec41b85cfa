import { actions, masses } from './hostile-pdfs/catalogues.ts';
import { loops, shades } from './hostile-pdfs/drawing.ts';
import { encryption } from './hostile-pdfs/encryption.ts';
import { brokenFiles, otherFiles } from './hostile-pdfs/files.ts';
import { fonts } from './hostile-pdfs/fonts.ts';
import type { HostilePdf } from './hostile-pdfs/hostile-pdf.ts';
import { operators } from './hostile-pdfs/operators.ts';
import { sizesOfPages, treesOfPages } from './hostile-pdfs/pages.ts';
import { brokenReferences, streamedObjects } from './hostile-pdfs/references.ts';
import { filters, images } from './hostile-pdfs/streams.ts';

/**
 * Hundreds of them, the same each time.
 * @param url that nobody must ask for
 */
export function hostilePdfs(url: string): HostilePdf[] {
  return [
    otherFiles(),
    brokenFiles(),
    brokenReferences(),
    streamedObjects(),
    treesOfPages(),
    sizesOfPages(),
    filters(),
    images(),
    loops(),
    shades(),
    operators(),
    fonts(),
    encryption(),
    actions(url),
    masses(),
  ].flat();
}
