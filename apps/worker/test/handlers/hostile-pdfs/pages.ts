import { DRAWN, type HostilePdf, hostile, LETTER_SIZE, NO_PAGES, refused, WHOLE } from './hostile-pdf.ts';
import { dict, INK, pdf, TEXT } from './parts.ts';

/** Documents whose pages are hard to find, or to count. */
export function treesOfPages(): HostilePdf[] {
  return [
    hostile('a tree of pages that goes round', pdf({ pages: { Kids: '[2 0 R]' } }), refused('page 1 cannot be read')),
    hostile(
      'a tree of pages that goes round after a page',
      pdf({ pages: { Kids: '[4 0 R 2 0 R]', Count: '2' } }),
      refused('page 2 cannot be read'),
    ),
    hostile(
      'a tree of pages that goes round below',
      pdf({
        pages: { Kids: '[6 0 R 4 0 R]', Count: '2' },
        objects: ['<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>'],
      }),
      refused('page 1 cannot be read'),
    ),
    hostile('a tree of pages ten thousand deep', deepPages(10_000), refused('page 1 cannot be read')),
    hostile('a tree of pages with more leaves than one can count', manyPages('1000000000'), NO_PAGES),
    hostile('a tree of pages without a count, with more leaves than one can count', manyPages(), NO_PAGES),
    hostile('no pages, though there is one', pdf({ pages: { Count: '0' } })),
    hostile('pages that are none', pdf({ pages: { Kids: '[]' } }), refused('page 1 cannot be read')),
    hostile('a thousand million pages', pdf({ pages: { Count: '1000000000' } })),
    hostile('a million pages', pdf({ pages: { Count: '1000000' } }), {
      text: { refused: 'page 2 cannot be read' },
      pictures: { refused: '1000000 pages are asked for, and one task renders 50: ask for fewer with `pages`' },
    }),
    hostile('fifty pages, of which one is there', pdf({ pages: { Count: '50' } }), refused('page 2 cannot be read')),
    hostile('a negative number of pages', pdf({ pages: { Count: '-1' } })),
    hostile('a number of pages that is a text', pdf({ pages: { Count: '(one)' } })),
    hostile(
      'pages that are numbers',
      pdf({ pages: { Kids: '[1 2 null (a)]', Count: '4' } }),
      refused('page 1 cannot be read'),
    ),
    hostile('pages that are nowhere', pdf({ pages: { Kids: '[99 0 R]' } }), refused('page 1 cannot be read')),
    hostile('pages that are one page', pdf({ pages: { Kids: `[${'4 0 R '.repeat(50)}]`, Count: '50' } }), {
      text: Array(50).fill('whole'),
      pictures: Array(50).fill(DRAWN),
    }),
    hostile('pages that are a dictionary in the page', pdf({ catalog: { Pages: '4 0 R' } })),
    hostile('no tree of pages', pdf({ catalog: { Pages: undefined } }), NO_PAGES),
    hostile(
      'a page that is its own parent',
      pdf({ page: { Parent: '4 0 R', MediaBox: undefined, Resources: undefined } }),
      LETTER_SIZE,
    ),
    hostile('a page without a type', pdf({ page: { Type: undefined } })),
    hostile('a page that is a catalogue', pdf({ page: { Type: '/Catalog' } })),
  ];
}

/** Pages as large, as small and as turned as they cannot be. */
export function sizesOfPages(): HostilePdf[] {
  const sized = (MediaBox: string | undefined) => pdf({ page: { MediaBox }, content: `${TEXT} ${INK}` });
  const notDrawn = (why: string) => ({ ...WHOLE, pictures: { refused: why } });
  return [
    ...[
      undefined,
      '[a b c d]',
      '[nan nan nan nan]',
      '[0 0 0 0]',
      '[0 0 0 200]',
      '[0 0 200]',
      '[[0 0 200 200]]',
      '4 0 R',
    ].map((box) => hostile(`a size of ${box}`, sized(box), LETTER_SIZE)),
    hostile('the largest size', sized('[-3.4e38 -3.4e38 3.4e38 3.4e38]'), LETTER_SIZE),
    hostile('the largest size in digits', sized(`[-${DIGITS} -${DIGITS} ${DIGITS} ${DIGITS}]`), LETTER_SIZE),
    hostile('a size upside down', sized('[200 200 0 0]')),
    hostile('a size far off', sized('[-1000000000 -1000000000 -999999800 -999999800]'), {
      ...WHOLE,
      pictures: ['192 × 192'],
    }),
    hostile('a size below a point', sized('[0 0 0.000001 0.000001]'), { ...WHOLE, pictures: ['1 × 1'] }),
    hostile(
      'a size of a thousand million',
      sized('[0 0 1000000000 1000000000]'),
      notDrawn(
        'page 1 would have 1000000000 × 1000000000 pixels; 100000000 in all may be: ask for fewer by `dpi` or `width`',
      ),
    ),
    hostile(
      'a size of 11000',
      sized('[0 0 11000 11000]'),
      notDrawn('page 1 would have 11000 × 11000 pixels; 100000000 in all may be: ask for fewer by `dpi` or `width`'),
    ),
    hostile('the longest side of a PNG', sized('[0 0 0.001 1000000]'), {
      ...WHOLE,
      pictures: ['1 × 1000000, drawn on'],
    }),
    hostile(
      'a longer side',
      sized('[0 0 1000001 1]'),
      notDrawn(
        'page 1 would have 1000001 × 1 pixels; 1000000 in a row or a column of png may be: ask for fewer by `dpi` or `width`',
      ),
    ),
    hostile(
      'the longest side of a JPEG',
      sized('[0 0 1 65500]'),
      { ...WHOLE, pictures: ['1 × 65500, drawn on'] },
      { format: 'jpeg' },
    ),
    hostile(
      'a longer side, of a JPEG',
      sized('[0 0 1 65501]'),
      notDrawn(
        'page 1 would have 1 × 65501 pixels; 65500 in a row or a column of jpeg may be: ask for fewer by `dpi` or `width`',
      ),
      { format: 'jpeg' },
    ),
    hostile(
      'a side that becomes longer with the other',
      sized('[0 0 1 1000]'),
      notDrawn(
        'page 1 would have 300 × 300000 pixels; 65500 in a row or a column of jpeg may be: ask for fewer by `dpi` or `width`',
      ),
      { format: 'jpeg', width: 300 },
    ),
    hostile(
      'a crop far off, of a width',
      pdf({ page: { CropBox: '[5000 5000 6000 6000]' } }),
      notDrawn('page 1 has no size'),
      { width: 300 },
    ),
    hostile('a crop far off', pdf({ page: { CropBox: '[5000 5000 6000 6000]' } }), {
      ...WHOLE,
      pictures: { refused: 'page 1 has no size' },
    }),
    hostile('a crop of nothing', pdf({ page: { CropBox: '[50 50 50 50]' } })),
    ...['45', '-90', '90000000000', '(a)', '4 0 R'].map((turn) =>
      hostile(`turned by ${turn}`, pdf({ page: { Rotate: turn } })),
    ),
    ...['1000000', '0', '-1', '1e38'].map((unit) => hostile(`a unit of ${unit}`, pdf({ page: { UserUnit: unit } }))),
  ];
}

const DIGITS = '9'.repeat(60);

function deepPages(depth: number): Buffer {
  return pdf({
    pages: { Kids: '[6 0 R]' },
    objects: Array.from(
      { length: depth },
      (_, index) =>
        `<< /Type /Pages /Parent ${index === 0 ? 2 : 5 + index} 0 R /Kids [${index === depth - 1 ? 4 : 7 + index} 0 R] /Count 1 >>`,
    ),
  });
}

function manyPages(count?: string): Buffer {
  const LEVELS = 12;
  return pdf({
    pages: { Kids: `[${'6 0 R '.repeat(10)}]`, Count: count },
    objects: Array.from({ length: LEVELS }, (_, index) =>
      dict({
        Type: '/Pages',
        Parent: '2 0 R',
        Kids: `[${`${index === LEVELS - 1 ? 4 : 7 + index} 0 R `.repeat(10)}]`,
        Count: count,
      }),
    ),
  });
}
