import { stream } from '../pdf-documents.ts';
import { BLANK, type HostilePdf, hostile, NEVER_ENDING, WHOLE } from './hostile-pdf.ts';
import { changed, cidFontPdf, deflated, fontPdf, pdf, toUnicode } from './parts.ts';

/** Fonts that are nonsense, or whose letters do not end. */
export function fonts(): HostilePdf[] {
  const embedded = (key: string, kind: string, data: string, entries = '') =>
    fontPdf(
      {
        Subtype: `/${kind}`,
        BaseFont: '/A',
        FontDescriptor: '7 0 R',
        FirstChar: '0',
        LastChar: '255',
        Widths: `[${'500 '.repeat(256)}]`,
      },
      [`<< /Type /FontDescriptor /FontName /A /Flags 32 /${key} 8 0 R >>`, stream(entries, data)],
    );
  return [
    hostile(
      'a font of nonsense, Type 1',
      embedded('FontFile', 'Type1', '%!PS-AdobeFont-1.0\nnonsense', '/Length1 2147483647 /Length2 -1 /Length3 0'),
    ),
    hostile('a font of nonsense, TrueType', embedded('FontFile2', 'TrueType', trueType())),
    hostile(
      'a font of nonsense, CFF',
      embedded('FontFile3', 'Type1', `\x01\0\x04\xff${'\xff'.repeat(500)}`, '/Subtype /Type1C'),
    ),
    hostile('a font that is a bomb', embedded('FontFile2', 'TrueType', deflated(100), '/Filter /FlateDecode')),
    hostile('a font that is the document', fontPdf({ Subtype: '/TrueType', BaseFont: '/A', FontDescriptor: '1 0 R' })),
    hostile('a font that is nowhere', pdf({ resources: { Font: '<< /F 99 0 R >>' } })),
    hostile('a font that is a stream', fontPdf(stream('', 'x'))),
    hostile('a font of an unknown kind', fontPdf({ Subtype: '/Nonsense' })),
    hostile(
      'a font of widths that lie',
      fontPdf({
        Subtype: '/Type1',
        BaseFont: '/Helvetica',
        FirstChar: '-2147483648',
        LastChar: '2147483647',
        Widths: '[500 1e38 -1e38 (a)]',
      }),
    ),
    hostile(
      'a font of an encoding that is itself',
      fontPdf({
        Subtype: '/Type1',
        BaseFont: '/Helvetica',
        Encoding: '<< /BaseEncoding 6 0 R /Differences [-5 /A 2147483647 /B 6 0 R] >>',
      }),
    ),
    hostile(
      'a font that is below itself',
      fontPdf({ Subtype: '/Type0', BaseFont: '/A', Encoding: '/Identity-H', DescendantFonts: '[6 0 R]' }),
      { text: ['睨潬攀'], pictures: ['200 × 200'] },
    ),
    hostile('a font below which is nothing', cidFontPdf({ DescendantFonts: '[]' }), BLANK),
    hostile('a font below which is nonsense', cidFontPdf({ DescendantFonts: '(a)' }), BLANK),
    hostile(
      'a font of a broken map',
      cidFontPdf({ Encoding: '8 0 R' }, [
        stream('/Type /CMap /CMapName /A', 'begincmap <zz> 99999 begincidrange <00 <ffffffffff> <'),
      ]),
      { ...WHOLE, text: ['ABC'] },
    ),
    hostile(
      'a font of a map that uses itself',
      cidFontPdf({ Encoding: '8 0 R' }, [
        stream(
          '/Type /CMap /CMapName /A /UseCMap 8 0 R',
          '/A usecmap begincmap 1 begincidrange <0000> <ffff> 0 endcidrange endcmap',
        ),
      ]),
      { ...WHOLE, text: ['ABC'] },
    ),
    hostile(
      'a font of a map as wide as can be',
      cidFontPdf({ Encoding: '8 0 R' }, [
        stream(
          '/Type /CMap /CMapName /A',
          '1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 begincidrange <00000000> <ffffffff> 0 endcidrange endcmap',
        ),
      ]),
      { ...WHOLE, text: ['A'] },
    ),
    hostile('a font whose glyphs have no letters', cidFontPdf({}), { ...WHOLE, text: ['ABC'] }),
    hostile(
      'a font of letters for each number there is',
      toUnicode('1 beginbfrange <00000000> <ffffffff> <0041> endbfrange'),
      { ...WHOLE, text: ['¸©°­¦'] },
    ),
    hostile('a font of letters for many numbers', toUnicode('1 beginbfrange <00000000> <00ffffff> <0041> endbfrange'), {
      ...WHOLE,
      text: ['¸©°­¦'],
    }),
    hostile(
      'a font of a thousand ranges of letters',
      toUnicode(`100 beginbfrange ${'<0000> <ffff> <0041>\n'.repeat(1000)} endbfrange`),
    ),
    hostile(
      'a font of many ranges of long letters',
      toUnicode(`100 beginbfrange ${`<0000> <ffff> <${'0041'.repeat(200)}>\n`.repeat(100)} endbfrange`),
      {
        ...WHOLE,
        text: [
          'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA¸AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA©AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA°AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA­AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA¦',
        ],
      },
    ),
    hostile(
      'a font whose letters are a text each',
      toUnicode(`1 beginbfrange <00> <ff> <${'0041'.repeat(200_000)}> endbfrange`),
      NEVER_ENDING,
    ),
    hostile(
      'a font whose letters are a pair each, thousands of them',
      changed(toUnicode('1 beginbfrange <00> <ff> <d83dde00> endbfrange'), '(whole) Tj', `(${'w'.repeat(5000)}) Tj`),
      { ...WHOLE, text: ['🙷'.repeat(5000)] },
    ),
    hostile('a font whose letters are half a pair', toUnicode('1 beginbfrange <00> <ff> <d83d> endbfrange'), {
      ...WHOLE,
      text: ['�����'],
    }),
    hostile('a font whose letters are pairs', toUnicode('1 beginbfrange <00> <ff> <d83dde00> endbfrange'), {
      ...WHOLE,
      text: ['🙷🙨🙯🙬🙥'],
    }),
    hostile('a font whose letters are zeros', toUnicode('1 beginbfrange <00> <ff> <0000> endbfrange')),
    hostile(
      'a font whose letters turn around',
      toUnicode('1 beginbfchar <77> <202e> endbfchar 1 beginbfchar <68> <fffe> endbfchar'),
      { ...WHOLE, text: ['‮ole'] },
    ),
    hostile(
      'a font whose letters are itself',
      fontPdf({ Subtype: '/Type1', BaseFont: '/Helvetica', ToUnicode: '6 0 R' }),
    ),
  ];
}

function trueType(): string {
  const table = (tag: string) => `${tag}\0\0\0\0\0\0\0\x0c\x7f\xff\xff\xff`;
  return `\0\x01\0\0\0\x07\0\0\0\0\0\0${['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'].map(table).join('')}${'\xff'.repeat(300)}`;
}
