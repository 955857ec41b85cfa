import { gzipSync } from 'node:zlib';
import { ownerPdf, textLines } from '../pdf-documents.ts';
import { BLANK, type HostilePdf, hostile, NO_PAGES, NO_PDF, refused, WHOLE } from './hostile-pdf.ts';
import { changed, latin1, pdf, TEXT } from './parts.ts';

/** What is no document, or has something else before it or behind it. */
export function otherFiles(): HostilePdf[] {
  const whole = pdf();
  const text = whole.toString('latin1');
  return [
    hostile('nothing', '', NO_PDF),
    hostile('a header only', '%PDF-1.7\n', NO_PDF),
    hostile('a header and a megabyte of comments', `%PDF-1.7\n${'%\n'.repeat(500_000)}`, NO_PDF),
    hostile('zeros', Buffer.alloc(1_000_000), NO_PDF),
    hostile(
      'text in UTF-16',
      Buffer.from('\ufeffThis is no document.', 'utf16le'),
      refused('the file is no PDF, but audio/mpeg'),
    ),
    hostile(
      'a document in UTF-16',
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      refused('the file is no PDF, but audio/mpeg'),
    ),
    hostile(
      'a picture',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
        'base64',
      ),
      refused('the file is no PDF, but image/png'),
    ),
    hostile(
      'an archive',
      Buffer.from('504b0304140000000000', 'hex'),
      refused('the file is no PDF, but application/zip'),
    ),
    hostile('a compressed document', gzipSync(whole), refused('the file is no PDF, but application/gzip')),
    hostile(
      'PostScript',
      '%!PS-Adobe-3.0\n/Helvetica findfont 12 scalefont setfont (whole) show showpage\n',
      refused('the file is no PDF, but application/postscript'),
    ),
    hostile(
      'form data',
      '%FDF-1.2\n1 0 obj\n<< /FDF << /Fields [] >> >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
      NO_PDF,
    ),
    hostile('a page of the web', '<!doctype html><script>alert(1)</script>', NO_PDF),
    hostile('a document without its header', whole.subarray(9), NO_PDF),
    hostile('a document behind 500 bytes', Buffer.concat([Buffer.alloc(500, 'x\n'), whole])),
    hostile('a document behind 2000 bytes', Buffer.concat([Buffer.alloc(2000, 'x\n'), whole]), NO_PDF),
    hostile(
      'a document behind a page of the web',
      Buffer.concat([latin1('<!doctype html><script>alert(1)</script>\n'), whole]),
    ),
    hostile(
      'a document behind a picture',
      Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), whole]),
      refused('the file is no PDF, but image/png'),
    ),
    hostile(
      'a document behind an archive',
      Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), whole]),
      refused('the file is no PDF, but application/zip'),
    ),
    hostile(
      'a document before an archive',
      Buffer.concat([whole, Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(3000)]),
    ),
    hostile('a document of version 99.9', changed(whole, '1.7', '99.9')),
    hostile('a document with other line ends', text.replaceAll('\n', '\r\n')),
    hostile('a document through UTF-8', Buffer.from(ownerPdf.toString('utf8')), {
      text: [''],
      pictures: ['200 × 100'],
    }),
    hostile('two documents in one file', Buffer.concat([pdf({ content: textLines('first') }), whole]), {
      ...WHOLE,
      text: ['first'],
    }),
  ];
}

/** Documents of which something has got lost on the way. */
export function brokenFiles(): HostilePdf[] {
  const whole = pdf();
  const text = whole.toString('latin1');
  const length = `/Length ${TEXT.length}`;
  return [
    ...[0.1, 0.3, 0.5, 0.7, 0.9].map((share) =>
      hostile(`cut at ${share}`, whole.subarray(0, Math.floor(whole.length * share)), NO_PDF),
    ),
    hostile('cut at its last line', whole.subarray(0, -7)),
    hostile('with flipped bits, 1', flipped(whole, 1), NO_PDF),
    hostile('with flipped bits, 3', flipped(whole, 3), BLANK),
    hostile('with flipped bits, 4', flipped(whole, 4), { text: [''], pictures: ['612 × 792'] }),
    hostile('with flipped bits, 5', flipped(whole, 5), NO_PAGES),
    hostile('cut in its stream', text.slice(0, text.indexOf('Tj')), NO_PDF),
    hostile('cut before its table', text.slice(0, text.indexOf('xref')), NO_PDF),
    hostile('cut in its table', text.slice(0, text.indexOf('trailer') - 30), NO_PDF),
    hostile('cut in its trailer', text.slice(0, text.indexOf('/Root')), NO_PDF),
    hostile('cut after its trailer', text.slice(0, text.indexOf('startxref'))),
    hostile('with zeros in its middle', zeroed(whole), { text: [''], pictures: ['612 × 792'] }),
    hostile(
      'with its objects backwards',
      latin1(
        text.slice(0, 9) +
          text
            .slice(9, text.indexOf('xref'))
            .split(/(?<=endobj\n)/)
            .reverse()
            .join('') +
          text.slice(text.indexOf('xref')),
      ),
    ),
    hostile('a stream longer than the file', changed(whole, length, '/Length 999999999')),
    hostile('a stream of a negative length', changed(whole, length, '/Length -5')),
    hostile('a stream shorter than it is', changed(whole, length, '/Length 3')),
    hostile('a stream without a length', changed(whole, length, '')),
    hostile('a stream whose length is itself', changed(whole, length, '/Length 5 0 R')),
    hostile('a stream whose length is nowhere', changed(whole, length, '/Length 99 0 R')),
    hostile('a stream without an end', changed(changed(whole, 'endstream', ''), length, '')),
  ];
}

function flipped(content: Buffer, seed: number): Buffer {
  const copy = Buffer.from(content);
  let state = seed;
  for (let count = 0; count < 8; count++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const index = 20 + (state % (copy.length - 20));
    copy[index] = (copy[index] ?? 0) ^ (1 << (state % 8));
  }
  return copy;
}

function zeroed(content: Buffer): Buffer {
  const third = Math.floor(content.length / 3);
  return Buffer.concat([content.subarray(0, third), Buffer.alloc(third), content.subarray(2 * third)]);
}
