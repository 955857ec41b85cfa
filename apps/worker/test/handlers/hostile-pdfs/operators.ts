import { type HostilePdf, hostile, NEVER_DRAWN, TOO_MUCH_MEMORY, WHOLE } from './hostile-pdf.ts';
import { INK, pdf, TEXT } from './parts.ts';

/** Pages with too much on them, or with numbers too large or too small. */
export function operators(): HostilePdf[] {
  const shown = (name: string, content: string, expected = WHOLE) =>
    hostile(name, pdf({ content: `${TEXT} ${content}` }), expected);
  return [
    shown('a million states kept', `${'q '.repeat(1_000_000)} ${INK}`),
    shown('a million states given back', `${'Q '.repeat(1_000_000)} ${INK}`),
    shown('a million arrays in each other', `${'['.repeat(1_000_000)} ${INK}`),
    shown('a million dictionaries in each other', `/A ${'<</A '.repeat(1_000_000)} BDC ${INK}`),
    shown('a million marks', `${'/A BMC '.repeat(1_000_000)} ${INK}`, TOO_MUCH_MEMORY),
    shown('a million texts begun', `${'BT '.repeat(1_000_000)} ${INK}`),
    shown('a million numbers', `${'1 '.repeat(1_000_000)} ${INK}`),
    shown('a number of a million digits', `${'1'.repeat(1_000_000)} w ${INK}`),
    shown('a text without an end', `BT /F 12 Tf (${'('.repeat(1_000_000)}`),
    shown('a name of a million letters', `/${'A'.repeat(1_000_000)} gs ${INK}`),
    shown('unknown operators', `${'nonsense '.repeat(100_000)} ${INK}`),
    shown(
      'the largest numbers',
      `3e38 3e38 -3e38 -3e38 3e38 3e38 cm 99999999999999999999999999999999999999999 w -3e38 0 m 3e38 3e38 3e38 3e38 3e38 0 c S`,
    ),
    shown('a line as wide as can be', '1000000000 w 0 0 m 200 200 l S'),
    shown('dashes as short as can be', '[0.000001] 0 d 0 0 m 200 200 l S'),
    shown('short dashes on a long line', '[0.001 0.001] 0 d 0 0 m 1000000 1000000 l S', NEVER_DRAWN),
    shown('dashes of nothing', '[0 0] 0 d 0 0 m 200 200 l S'),
    shown('negative dashes', '[-1 -1] -1e9 d 0 0 m 200 200 l S'),
    shown('dashes with a far phase', '[1] 3e38 d 0 0 m 200 200 l S'),
    shown('letters as large as can be', 'BT /F 1000000000 Tf (whole) Tj ET', { ...WHOLE, text: ['whole whole'] }),
    shown('letters as small as can be', 'BT /F 0.0000001 Tf 10 100 Td (whole) Tj ET'),
    shown('letters far apart', 'BT /F 12 Tf 1e30 Tc 1e30 Tw 1e30 Tz 10 100 Td (who le) Tj ET', {
      ...WHOLE,
      text: ['whole\nwho le'],
    }),
    shown('letters in a matrix of nothing', 'BT /F 12 Tf 0 0 0 0 0 0 Tm (whole) Tj ET'),
    shown('letters moved by the largest numbers', 'BT /F 12 Tf 10 100 Td [(w) -1e38 (h) 1e38 (ole)] TJ ET', {
      ...WHOLE,
      text: ['whole\nwhole'],
    }),
    shown('a hundred thousand clips', `${'0 0 100 100 re W n '.repeat(100_000)} ${INK}`),
    shown('clips of letters', `BT /F 12 Tf 7 Tr 10 100 Td ${'(whole) Tj '.repeat(5000)} ET ${INK}`, {
      ...WHOLE,
      text: [`whole\n${'whole'.repeat(5000)}`],
    }),
    shown('a path of five thousand curves', `0 0 m ${'0 200 200 200 200 0 c 200 0 0 0 0 200 c '.repeat(2500)} f`),
    shown(
      'a path of five thousand curves, drawn',
      `10 w 1 J 1 j 0 0 m ${'0 200 200 200 200 0 c 200 0 0 0 0 200 c '.repeat(2500)} S`,
    ),
    shown('five thousand rectangles', '0 0 200 200 re f '.repeat(5000)),
    shown('marks of optional content that is nowhere', `/OC /Nowhere BDC ${INK} EMC`),
    shown('two hundred thousand letters in one place', `BT /F 12 Tf 10 100 Td (${'a'.repeat(200_000)}) Tj ET`, {
      ...WHOLE,
      text: [`whole\n${'a'.repeat(LONGEST_STRING)}`],
    }),
    shown(
      'more letters than a result may have',
      `BT /F 0.001 Tf 10 100 Td ${`(${'a'.repeat(30_000)}) Tj `.repeat(35)} ET`,
      { ...WHOLE, text: { refused: 'the text of pages 1 to 1 has more than 1000000 bytes: ask for fewer pages' } },
    ),
  ];
}

/** Letters of one string in a page, by PDFium. */
const LONGEST_STRING = 32_767;
