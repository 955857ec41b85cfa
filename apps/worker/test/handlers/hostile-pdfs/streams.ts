import { stream } from '../pdf-documents.ts';
import { BLANK, type HostilePdf, hostile, TOO_MUCH_MEMORY, WHOLE } from './hostile-pdf.ts';
import { deflated, flate, INK, imagePdf, latin1, pdf, TEXT } from './parts.ts';

/** Operators that are compressed in ways that do not end well. */
export function filters(): HostilePdf[] {
  const compressed = (filter: string, data: string, more = '') =>
    pdf({ contents: stream(`/Filter ${filter} ${more}`, data) });
  return [
    hostile(
      'operators that are a bomb in a bomb',
      compressed('[/FlateDecode /FlateDecode]', flate(deflated(700))),
      TOO_MUCH_MEMORY,
    ),
    hostile(
      'operators that are a bomb of run lengths',
      compressed('[/FlateDecode /RunLengthDecode]', deflated(20, '\x81')),
      BLANK,
    ),
    hostile('operators that are a bomb of LZW', compressed('/LZWDecode', 'a'.repeat(100)), BLANK),
    hostile('operators behind eight filters', compressed(`[${'/ASCIIHexDecode '.repeat(8)}]`, hexed(TEXT, 8))),
    hostile(
      'operators behind a hundred filters of nothing',
      compressed(`[${'/ASCII85Decode '.repeat(100)}]`, '~>'),
      BLANK,
    ),
    hostile(
      'operators behind ten thousand filters',
      compressed(`[${'/FlateDecode '.repeat(10_000)}]`, flate(TEXT)),
      BLANK,
    ),
    hostile('operators behind an unknown filter', compressed('/Nonsense', TEXT)),
    hostile('operators behind a filter that is itself', compressed('5 0 R', TEXT)),
    hostile(
      'operators behind filters that go round',
      pdf({ contents: stream('/Filter 6 0 R', TEXT), objects: ['[6 0 R]'] }),
    ),
    hostile('operators behind a broken Flate', compressed('/FlateDecode', `\x78\x9c${'\xff'.repeat(100)}`), BLANK),
    hostile(
      'operators behind half a Flate',
      compressed(
        '/FlateDecode',
        flate(`${TEXT}${Array.from({ length: 1000 }, (_, index) => `${index} 0 m `).join('')}`).slice(0, 1000),
      ),
    ),
    hostile('operators behind a broken ASCII85', compressed('/ASCII85Decode', 'zzzz!!!!{{{{vvvvv~'), BLANK),
    hostile('operators behind a broken ASCIIHex', compressed('/ASCIIHexDecode', 'zz4g'), BLANK),
    hostile('operators behind a broken run length', compressed('/RunLengthDecode', '\x7fa'), BLANK),
    hostile(
      'operators behind a predictor of the widest rows',
      compressed(
        '/FlateDecode',
        flate(TEXT),
        '/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 255 /BitsPerComponent 255 >>',
      ),
      BLANK,
    ),
    hostile(
      'operators behind a predictor of negative rows',
      compressed(
        '/FlateDecode',
        flate(TEXT),
        '/DecodeParms << /Predictor 2 /Columns -1 /Colors -1 /BitsPerComponent -8 >>',
      ),
      BLANK,
    ),
    hostile(
      'operators behind a predictor of wide rows',
      compressed('/FlateDecode', flate(TEXT), '/DecodeParms << /Predictor 12 /Columns 500000000 >>'),
      BLANK,
    ),
    hostile('operators that are a picture', compressed('/DCTDecode', '\xff\xd8\xff\xe0'), BLANK),
    hostile('operators behind Crypt', compressed('/Crypt', TEXT, '/DecodeParms << /Name /Nowhere >>')),
    hostile(
      'operators in ten thousand streams that are one',
      pdf({ page: { Contents: `[${'5 0 R '.repeat(10_000)}]` } }),
    ),
    hostile('operators in streams that go round', pdf({ page: { Contents: '6 0 R' }, objects: ['[6 0 R 5 0 R]'] })),
    hostile('operators that are nowhere', pdf({ page: { Contents: '99 0 R' } }), BLANK),
    hostile('operators that are the page', pdf({ page: { Contents: '4 0 R' } }), BLANK),
  ];
}

/** Images that are not what they say. */
export function images(): HostilePdf[] {
  return [
    hostile('an image that is not there', imagePdf({}, '')),
    hostile('an image of the largest sides', imagePdf({ Width: '2147483647', Height: '2147483647' }, 'x')),
    hostile(
      'an image of 10000 × 10000, all there',
      imagePdf({ Width: '10000', Height: '10000', Filter: '/FlateDecode' }, deflated(100, '\x80')),
    ),
    hostile('an image of negative sides', imagePdf({ Width: '-10', Height: '-10' }, 'x'.repeat(100))),
    hostile('an image of no sides', imagePdf({ Width: '0', Height: '0' }, 'x'.repeat(100))),
    hostile('an image of 255 bits', imagePdf({ BitsPerComponent: '255' }, 'x'.repeat(100))),
    hostile('an image that is a broken JPEG', imagePdf({ Filter: '/DCTDecode' }, '\xff\xd8\xff\xe0 and no more')),
    hostile(
      'an image that is a JPEG of 65500 × 65500',
      imagePdf(
        { Filter: '/DCTDecode' },
        Buffer.from('ffd8ffc0000b08ffdcffdc01011100ffda0008010100003f0000ffd9', 'hex').toString('latin1'),
      ),
    ),
    hostile(
      'an image that is a broken JPEG 2000',
      imagePdf({ Filter: '/JPXDecode' }, '\0\0\0\x0cjP  \r\n\x87\n and no more'),
    ),
    hostile(
      'an image that is a JPEG 2000 of the largest sides',
      imagePdf({ Filter: '/JPXDecode' }, jpeg2000(0x7fffffff)),
      { ...WHOLE, pictures: { refused: 'the document takes more than 1024 MiB of memory' } },
    ),
    hostile(
      'an image that is a JPEG 2000 of 10000 × 10000',
      imagePdf({ Filter: '/JPXDecode', Width: '10000', Height: '10000' }, jpeg2000(10_000)),
    ),
    hostile(
      'an image that is a broken JBIG2',
      imagePdf({ Filter: '/JBIG2Decode', BitsPerComponent: '1' }, '\0\0\0\0\x30\0\x01\0\0\0\x13 and no more'),
    ),
    hostile(
      'an image that is a JBIG2 of the largest sides',
      imagePdf(
        { Filter: '/JBIG2Decode', BitsPerComponent: '1' },
        Buffer.from('00000000300001000000137fffffff7fffffff00000000000000000000', 'hex').toString('latin1'),
      ),
    ),
    hostile(
      'an image that is a JBIG2 whose globals are it',
      imagePdf({ Filter: '/JBIG2Decode', BitsPerComponent: '1', DecodeParms: '<< /JBIG2Globals 6 0 R >>' }, '\0\0\0\0'),
    ),
    hostile(
      'an image that is a fax of the widest rows',
      imagePdf(
        {
          Filter: '/CCITTFaxDecode',
          BitsPerComponent: '1',
          DecodeParms: '<< /K -1 /Columns 2147483647 /Rows 2147483647 >>',
        },
        '\xff'.repeat(100),
      ),
    ),
    hostile(
      'an image that is a fax of 10000 × 10000',
      imagePdf(
        {
          Filter: '/CCITTFaxDecode',
          BitsPerComponent: '1',
          Width: '10000',
          Height: '10000',
          DecodeParms: '<< /K -1 /Columns 10000 /Rows 10000 >>',
        },
        '\xff'.repeat(10_000),
      ),
    ),
    hostile('an image that masks itself', imagePdf({ SMask: '6 0 R' }, 'x'.repeat(100))),
    hostile('an image that masks itself, hard', imagePdf({ Mask: '6 0 R' }, 'x'.repeat(100))),
    hostile(
      'an image whose masks mask each other',
      imagePdf({ SMask: '7 0 R' }, 'x'.repeat(100), [
        stream(
          '/Type /XObject /Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 6 0 R',
          'x'.repeat(100),
        ),
      ]),
    ),
    hostile(
      'an image whose mask is far larger',
      imagePdf({ SMask: '7 0 R' }, 'x'.repeat(100), [
        stream(
          '/Type /XObject /Subtype /Image /Width 10000 /Height 10000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
          deflated(100),
        ),
      ]),
    ),
    hostile(
      'an image of colours that are themselves',
      imagePdf({ ColorSpace: '7 0 R' }, 'x'.repeat(100), ['[/Indexed 7 0 R 255 (abc)]']),
    ),
    hostile(
      'an image of more colours than there are',
      imagePdf({ ColorSpace: '[/Indexed /DeviceRGB 2147483647 (abc)]' }, 'x'.repeat(100)),
    ),
    hostile(
      'an image of a broken profile',
      imagePdf({ ColorSpace: '[/ICCBased 7 0 R]' }, 'x'.repeat(400), [stream('/N 4', 'acsp'.repeat(100))]),
    ),
    hostile(
      'an image of a profile of itself',
      imagePdf({ ColorSpace: '[/ICCBased 7 0 R]' }, 'x'.repeat(400), [stream('/N 3 /Alternate [/ICCBased 7 0 R]', '')]),
    ),
    hostile(
      'an image of a profile of too many channels',
      imagePdf({ ColorSpace: '[/ICCBased 7 0 R]' }, 'x'.repeat(400), [stream('/N 2147483647', '')]),
    ),
    hostile(
      'an image of a thousand channels',
      imagePdf({ ColorSpace: `[/DeviceN [${'/A '.repeat(1000)}] /DeviceRGB 7 0 R]` }, 'x'.repeat(1000), [
        stream('/FunctionType 4 /Domain [0 1] /Range [0 1]', '{ }'),
      ]),
    ),
    hostile(
      'an image of a separation of itself',
      imagePdf({ ColorSpace: '7 0 R' }, 'x'.repeat(100), [
        '[/Separation /A 7 0 R 8 0 R]',
        '<< /FunctionType 2 /Domain [0 1] /N 1 >>',
      ]),
    ),
    hostile('an image in operators that never ends', pdf({ content: `${TEXT} BI /W 10 /H 10 /BPC 8 /CS /G ID xxxxx` })),
    hostile(
      'an image in operators of the largest sides',
      pdf({ content: `${TEXT} BI /W 2147483647 /H 2147483647 /BPC 8 /CS /G ID xxxxx EI ${INK}` }),
    ),
    hostile(
      'ten thousand images in operators',
      pdf({ content: `${TEXT} ${'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n'.repeat(10_000)}` }),
    ),
  ];
}

function hexed(text: string, times: number): string {
  return times === 0 ? text : hexed(`${latin1(text).toString('hex')}>`, times - 1);
}

function jpeg2000(side: number): string {
  const siz = Buffer.alloc(43);
  siz.writeUInt16BE(0xff4f, 0);
  siz.writeUInt16BE(0xff51, 2);
  siz.writeUInt16BE(41, 4);
  for (const [at, value] of [
    [8, side],
    [12, side],
    [24, side],
    [28, side],
  ] as const)
    siz.writeUInt32BE(value, at);
  siz.writeUInt16BE(1, 40);
  const rest = Buffer.from(
    '070101ff52000c00000001000504040001ff5c00134040484850484850484850484850484850ff90000a0000000000000001ff93ffd9',
    'hex',
  );
  return Buffer.concat([siz.subarray(0, 42), rest]).toString('latin1');
}
