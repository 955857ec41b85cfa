import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { documentOf, stream, textLines } from '../pdf-documents.ts';

/** A document that has one page, its parts and what a test puts in their place. */
export interface Parts {
  catalog?: Entries;
  pages?: Entries;
  page?: Entries;
  font?: Entries;
  resources?: Entries;
  /** Operators of the page. */
  content?: string;
  /** The object that has the operators. */
  contents?: string;
  /** From number 6 on. */
  objects?: readonly string[];
  trailer?: string;
}

export type Entries = Record<string, string | undefined>;

export const TEXT = textLines('whole');
export const INK = '0 0 50 50 re f';

export function dict(entries: Entries): string {
  const pairs = Object.entries(entries).filter(([, value]) => value !== undefined);
  return `<< ${pairs.map(([key, value]) => `/${key} ${value}`).join(' ')} >>`;
}

export function pdf(parts: Parts = {}): Buffer {
  const { content = TEXT, contents = stream('', content), objects = [], trailer = '' } = parts;
  const resources = { Font: '<< /F 3 0 R >>', ...parts.resources };
  return documentOf(
    [
      dict({ Type: '/Catalog', Pages: '2 0 R', ...parts.catalog }),
      dict({ Type: '/Pages', Kids: '[4 0 R]', Count: '1', ...parts.pages }),
      dict({ Type: '/Font', Subtype: '/Type1', BaseFont: '/Helvetica', ...parts.font }),
      dict({
        Type: '/Page',
        Parent: '2 0 R',
        MediaBox: '[0 0 200 200]',
        Resources: dict(resources),
        Contents: '5 0 R',
        ...parts.page,
      }),
      contents,
      ...objects,
    ],
    { trailer },
  );
}

/** The text of a document with something in another's place, which is there. */
export function changed(content: Buffer, found: string | RegExp, other: string): Buffer {
  const text = content.toString('latin1');
  const made = text.replace(found, () => other);
  if (made === text) throw new Error(`there is no ${found}`);
  return Buffer.from(made, 'latin1');
}

export const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A document of objects under numbers that they say themselves, with a trailer, and no table. */
export function loose(body: string, trailer: string): Buffer {
  return latin1(`%PDF-1.7\n${body}\n${trailer}\n%%EOF\n`);
}

/** Flate of as many megabytes of one byte, made without having them. */
export function deflated(megabytes: number, byte = ' '): string {
  const part = deflateRawSync(Buffer.alloc(1_000_000, byte), { finishFlush: constants.Z_FULL_FLUSH }).toString(
    'latin1',
  );
  return `\x78\x9c${part.repeat(megabytes)}\x03\0\0\0\0\0`;
}

export function flate(text: string): string {
  return deflateSync(latin1(text)).toString('latin1');
}

/** A page that shows the image. */
export function imagePdf(image: Entries, data: string, objects: readonly string[] = []): Buffer {
  const entries = {
    Type: '/XObject',
    Subtype: '/Image',
    Width: '10',
    Height: '10',
    BitsPerComponent: '8',
    ColorSpace: '/DeviceGray',
    ...image,
  };
  return pdf({
    content: `${TEXT} q 50 0 0 50 0 0 cm /I Do Q`,
    resources: { XObject: '<< /I 6 0 R >>' },
    objects: [stream(dict(entries).slice(2, -2), data), ...objects],
  });
}

/** A page whose text has a font of its own, which is object 6. */
export function fontPdf(font: Entries | string, objects: readonly string[] = [], content = textLines('whole')): Buffer {
  return pdf({
    resources: { Font: '<< /F 6 0 R >>' },
    objects: [typeof font === 'string' ? font : dict({ Type: '/Font', ...font }), ...objects],
    content,
  });
}

export const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 200 200]';

export function formPdf(forms: readonly string[]): Buffer {
  return pdf({ content: `${TEXT} /X Do`, resources: { XObject: '<< /X 6 0 R >>' }, objects: forms });
}

export function toUnicode(map: string): Buffer {
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def
    1 begincodespacerange <00> <FF> endcodespacerange ${map} endcmap end end`;
  return fontPdf({ Subtype: '/Type1', BaseFont: '/Helvetica', ToUnicode: '7 0 R' }, [stream('', cmap)]);
}

/** Two-byte codes, whose glyphs are nowhere. */
export function cidFontPdf(entries: Entries, objects: readonly string[] = []): Buffer {
  return fontPdf(
    { Subtype: '/Type0', BaseFont: '/A', Encoding: '/Identity-H', DescendantFonts: '[7 0 R]', ...entries },
    [
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 >> >>',
      ...objects,
    ],
    'BT /F 12 Tf 10 100 Td <004100420043> Tj ET',
  );
}
