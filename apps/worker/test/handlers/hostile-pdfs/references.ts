import { documentOf, stream, textLines } from '../pdf-documents.ts';
import { type HostilePdf, hostile, INK_ONLY, NO_PAGES, NO_PDF, WHOLE } from './hostile-pdf.ts';
import { changed, deflated, dict, type Entries, INK, latin1, loose, pdf } from './parts.ts';

/** Documents whose table of objects, or whose way to it, is not as it should be. */
export function brokenReferences(): HostilePdf[] {
  const whole = pdf();
  const text = whole.toString('latin1');
  const objects = text.slice(text.indexOf('1 0 obj'), text.indexOf('xref\n'));
  return [
    ...['0', '-1', '5', '999999', '9223372036854775807', '99999999999999999999999', 'x', ''].map((start) =>
      hostile(`a table at ${start || 'nowhere'}`, changed(whole, /startxref\n\d+/, `startxref\n${start}`)),
    ),
    hostile('a table whose offsets are too large', text.replaceAll(/\d{10} 00000 n/g, '9999999999 00000 n')),
    hostile('a table whose offsets are zero', text.replaceAll(/\d{10} 00000 n/g, '0000000000 00000 n')),
    hostile('a table of one offset', text.replaceAll(/\d{10} 00000 n/g, '0000000009 00000 n')),
    hostile('a table of free objects', text.replaceAll('00000 n', '00000 f')),
    hostile('a table of generations', text.replaceAll('00000 n', '65535 n')),
    hostile('a table of letters', text.replaceAll(/\d{10} 00000 n/g, 'aaaaaaaaaa bbbbb n')),
    hostile('a table of two thousand million', changed(whole, 'xref\n0 6', 'xref\n0 2147483648')),
    hostile('a table of 4194304', changed(whole, 'xref\n0 6', 'xref\n0 4194304')),
    hostile('a table from two thousand million on', changed(whole, 'xref\n0 6', 'xref\n2147483647 6')),
    hostile('a table of fewer than none', changed(whole, 'xref\n0 6', 'xref\n0 -6')),
    hostile('a table before itself', pdf({ trailer: `/Prev ${text.indexOf('xref\n')}` })),
    hostile('a table before the first one', pdf({ trailer: '/Prev 99999999' })),
    hostile('a table before the first one, negative', pdf({ trailer: '/Prev -1' })),
    hostile('a stream of the table that is the table', pdf({ trailer: `/XRefStm ${text.indexOf('xref\n')}` })),
    hostile('a stream of the table that is the page', pdf({ trailer: `/XRefStm ${text.indexOf('4 0 obj')}` })),
    hostile('two tables, each before the other', twoTables()),
    hostile('a thousand tables', updates(1000), { ...WHOLE, text: ['update 1000'] }),
    hostile('tables in streams', streamedReferences({}), INK_ONLY),
    ...['[0 0 0]', '[1 2]', '[]', '[255 255 255]', '[-1 2 1]', '[2147483647 2 1]', '(a)'].map((widths) =>
      hostile(`a stream of a table with widths ${widths}`, streamedReferences({ W: widths }), INK_ONLY),
    ),
    hostile('a stream of a table with an index beyond it', streamedReferences({ Index: '[0 2147483647]' }), INK_ONLY),
    hostile('a stream of a table with a negative index', streamedReferences({ Index: '[-5 6]' }), INK_ONLY),
    hostile('a stream of a table of the largest size', streamedReferences({ Size: '2147483647' }), INK_ONLY),
    hostile(
      'a stream of a table before itself',
      streamedReferences({ Prev: String(streamedReferences({}).indexOf('5 0 obj')) }),
      INK_ONLY,
    ),
    hostile(
      'a stream of a table with a predictor of the widest rows',
      streamedReferences({
        Filter: '/FlateDecode',
        DecodeParms: '<< /Predictor 12 /Columns 2147483647 /Colors 32 /BitsPerComponent 32 >>',
      }),
      INK_ONLY,
    ),
    hostile('no catalogue', changed(whole, '/Root 1 0 R', ''), NO_PDF),
    hostile('a catalogue that is a number', changed(whole, '/Root 1 0 R', '/Root 1'), NO_PDF),
    hostile('a catalogue that is the page', changed(whole, '/Root 1 0 R', '/Root 4 0 R'), NO_PAGES),
    hostile('a catalogue that is nowhere', changed(whole, '/Root 1 0 R', '/Root 9 0 R'), NO_PDF),
    hostile('a catalogue that is itself', documentOf(['1 0 R']), NO_PDF),
    hostile('a catalogue that is another that is it', documentOf(['2 0 R', '1 0 R']), NO_PDF),
    hostile('of no size', changed(whole, '/Size 6', '/Size 0')),
    hostile('of a negative size', changed(whole, '/Size 6', '/Size -1')),
    hostile(
      'an object of the largest number',
      loose(`${objects}2147483648 0 obj\n<< >>\nendobj`, 'trailer << /Root 1 0 R >>'),
    ),
    hostile(
      'an object of number 4194303',
      loose(`${objects}4194303 0 obj\n<< >>\nendobj`, 'trailer << /Root 1 0 R >>'),
    ),
    hostile(
      'an object of the largest generation',
      loose(`${objects}1 99999999999 obj\n<< >>\nendobj`, 'trailer << /Root 1 0 R >>'),
      NO_PDF,
    ),
    hostile(
      'a hundred thousand pages of one number',
      loose(`${objects}${'4 0 obj\n<< /Type /Page >>\nendobj\n'.repeat(100_000)}`, 'trailer << /Root 1 0 R >>'),
      { text: [''], pictures: ['612 × 792'] },
    ),
    hostile('a hundred thousand trailers', loose(objects, 'trailer << /Root 1 0 R >>\n'.repeat(100_000))),
    hostile('a document that says it is linearised', linearised()),
  ];
}

/** Documents whose pages are in a stream of objects. */
export function streamedObjects(): HostilePdf[] {
  const pages = '2 0  << /Type /Pages /Kids [3 0 R] /Count 1 >>';
  return [
    hostile(
      'objects in a stream that is before itself',
      objectStream('/Extends 9 0 R /N 1 /First 5', pages, 9),
      INK_ONLY,
    ),
    hostile(
      'objects in a stream that is in itself',
      objectStream('/N 1 /First 5', '9 0  << /Type /Pages >>', 9, 9),
      NO_PAGES,
    ),
    hostile('objects in a stream of too many', objectStream('/N 2147483647 /First 5', pages, 9), NO_PAGES),
    hostile('objects in a stream whose first is too far', objectStream('/N 1 /First 2147483647', pages, 9), NO_PAGES),
    hostile(
      'objects in a stream that is a bomb',
      objectStream('/N 1 /First 5 /Filter /FlateDecode', deflated(100), 9),
      NO_PAGES,
    ),
  ];
}

function twoTables(): Buffer {
  const whole = pdf().toString('latin1');
  const first = whole.indexOf('xref\n');
  const second = pdf({ trailer: `/Prev 0000000000` }).length;
  const made = pdf({ trailer: `/Prev ${String(second).padStart(10, '0')}` }).toString('latin1');
  return latin1(
    `${made}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${first} >>\nstartxref\n${second}\n%%EOF\n`,
  );
}

/** The page again and again, and a table for each. */
function updates(count: number): Buffer {
  let text = pdf({ content: textLines('first') }).toString('latin1');
  let previous = text.indexOf('xref\n');
  for (let index = 0; index < count; index++) {
    const offset = text.length;
    text += `5 0 obj\n${stream('', textLines(`update ${index + 1}`))}\nendobj\n`;
    const start = text.length;
    text += `xref\n5 1\n${String(offset).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
    previous = start;
  }
  return latin1(text);
}

function linearised(): Buffer {
  const text = pdf().toString('latin1');
  return latin1(
    `%PDF-1.7\n9 0 obj\n<< /Linearized 1 /L 2147483647 /H [2147483647 2147483647] /O 99 /E 2147483647 /N 1000000 /T 2147483647 >>\nendobj\n${text.slice(9)}`,
  );
}

/** With a table in a stream, of three bytes each: kind, offset, generation. */
function streamedReferences(entries: Entries, { rows }: { rows?: number[][] } = {}): Buffer {
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    stream('', INK),
  ];
  let text = '%PDF-1.7\n';
  const offsets = bodies.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = rows ?? [[0, 0, 0], ...offsets.map((offset) => [1, offset, 0]), [1, text.length, 0]];
  const data = Buffer.from(
    table.flatMap(([kind = 0, offset = 0, generation = 0]) => [kind, offset >> 8, offset & 255, generation]),
  );
  const start = text.length;
  text += `5 0 obj\n${stream(dict({ Type: '/XRef', Size: '6', W: '[1 2 1]', Root: '1 0 R', ...entries }).slice(2, -2), data.toString('latin1'))}\nendobj\n`;
  return latin1(`${text}startxref\n${start}\n%%EOF\n`);
}

/** A table in a stream that finds object 2 in object `inside`. */
function objectStream(entries: string, data: string, inside: number, itself?: number): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  const put = (number: number, object: string) => {
    offsets.set(number, text.length);
    text += `${number} 0 obj\n${object}\nendobj\n`;
  };
  put(1, '<< /Type /Catalog /Pages 2 0 R >>');
  put(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>');
  put(4, stream('', INK));
  put(9, stream(`/Type /ObjStm ${entries}`, data));
  const start = text.length;
  const rows = Array.from({ length: 11 }, (_, number) => {
    const offset = offsets.get(number) ?? start;
    if (number === 2 || number === itself) return [2, 0, 0, 0, inside, 0];
    const isThere = offsets.has(number) || number === 10;
    return [isThere ? 1 : 0, offset >> 24, (offset >> 16) & 255, (offset >> 8) & 255, offset & 255, 0];
  });
  text += `10 0 obj\n${stream('/Type /XRef /Size 11 /W [1 4 1] /Root 1 0 R', Buffer.from(rows.flat()).toString('latin1'))}\nendobj\n`;
  return latin1(`${text}startxref\n${start}\n%%EOF\n`);
}
