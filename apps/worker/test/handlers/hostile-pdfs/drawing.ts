import { stream } from '../pdf-documents.ts';
import { type HostilePdf, hostile, NEVER_DRAWN, TOO_MUCH_MEMORY, WHOLE } from './hostile-pdf.ts';
import { dict, FORM, fontPdf, formPdf, INK, pdf, TEXT } from './parts.ts';

/** What draws itself, or is drawn too often. */
export function loops(): HostilePdf[] {
  const tiles = (step: string, box = '[0 0 9 9]', matrix = '[1 0 0 1 0 0]') =>
    pdf({
      content: `${TEXT} /Pattern cs /P scn 0 0 200 200 re f`,
      resources: { Pattern: '<< /P 6 0 R >>' },
      objects: [
        stream(
          `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox ${box} /XStep ${step} /YStep ${step} /Matrix ${matrix} /Resources << >>`,
          '0 0 5 5 re f',
        ),
      ],
    });
  return [
    hostile(
      'a form that draws itself',
      formPdf([stream(`${FORM} /Resources << /XObject << /X 6 0 R >> >>`, `${INK} /X Do`)]),
    ),
    hostile(
      'a form that draws itself, by the resources of the page',
      formPdf([stream(FORM, `${INK} /X Do /X Do`)]),
      TOO_MUCH_MEMORY,
    ),
    hostile(
      'forms that draw each other',
      formPdf([
        stream(`${FORM} /Resources << /XObject << /X 7 0 R >> >>`, '/X Do'),
        stream(`${FORM} /Resources << /XObject << /X 6 0 R >> >>`, `${INK} /X Do`),
      ]),
    ),
    hostile(
      'a thousand forms in each other',
      formPdf(
        Array.from({ length: 1000 }, (_, index) =>
          stream(`${FORM} /Resources << /XObject << /X ${7 + index} 0 R >> >>`, index === 999 ? INK : '/X Do'),
        ),
      ),
    ),
    hostile(
      'a pattern that is painted with itself',
      pdf({
        content: `${TEXT} /Pattern cs /P scn 0 0 99 99 re f`,
        resources: { Pattern: '<< /P 6 0 R >>' },
        objects: [
          stream(
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P 6 0 R >> >>',
            '/Pattern cs /P scn 0 0 5 5 re f',
          ),
        ],
      }),
    ),
    hostile('a pattern of the smallest steps', tiles('0.000001'), NEVER_DRAWN),
    hostile('a pattern of no steps', tiles('0'), NEVER_DRAWN),
    hostile('a pattern of negative steps', tiles('-9')),
    hostile('a pattern of the largest steps', tiles('3e38', '[-3e38 -3e38 3e38 3e38]')),
    hostile('a pattern that nobody can turn back', tiles('9', '[0 0 9 9]', '[0 0 0 0 0 0]')),
    hostile(
      'a letter that draws itself',
      fontPdf(
        {
          Subtype: '/Type3',
          FontBBox: '[0 0 9 9]',
          FontMatrix: '[1 0 0 1 0 0]',
          CharProcs: '<< /w 7 0 R >>',
          Encoding: '<< /Differences [119 /w] >>',
          FirstChar: '119',
          LastChar: '119',
          Widths: '[9]',
          Resources: '<< /Font << /F 6 0 R >> >>',
        },
        [stream('', '9 0 d0 BT /F 9 Tf (w) Tj ET 0 0 5 5 re f')],
      ),
    ),
    hostile('letters that draw more letters than one can count', letters()),
    hostile(
      'a mask that masks itself',
      pdf({
        content: `/G gs ${TEXT} ${INK}`,
        resources: { ExtGState: '<< /G 6 0 R >>' },
        objects: [
          '<< /SMask << /S /Luminosity /G 7 0 R >> >>',
          stream(
            `${FORM} /Group << /S /Transparency /CS /DeviceGray >> /Resources << /ExtGState << /G 6 0 R >> >>`,
            '/G gs 1 g 0 0 200 200 re f',
          ),
        ],
      }),
      { ...WHOLE, pictures: ['200 × 200'] },
    ),
    hostile(
      'a group of the largest box',
      formPdf([
        stream(
          '/Type /XObject /Subtype /Form /BBox [-3e38 -3e38 3e38 3e38] /Group << /S /Transparency /I true >>',
          INK,
        ),
      ]),
    ),
  ];
}

/** Shades whose colours are not there, or take too long to find. */
export function shades(): HostilePdf[] {
  const shade = (shading: string, objects: readonly string[] = []) =>
    pdf({ content: `${TEXT} /S sh`, resources: { Shading: '<< /S 6 0 R >>' }, objects: [shading, ...objects] });
  const along = (objects: readonly string[]) =>
    shade('<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 200 200] /Function 7 0 R >>', objects);
  return [
    ...[4, 5, 6, 7].map((kind) =>
      hostile(
        `a mesh of nonsense, ${kind}`,
        shade(
          stream(
            `/ShadingType ${kind} /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /VerticesPerRow 2147483647 /Decode [0 200 0 200 0 1 0 1 0 1]`,
            NONSENSE,
          ),
        ),
      ),
    ),
    hostile(
      'a shade by a function of itself',
      along(['<< /FunctionType 3 /Domain [0 1] /Functions [7 0 R] /Bounds [] /Encode [0 1] >>']),
    ),
    hostile(
      'a shade by a program of braces',
      along([stream('/FunctionType 4 /Domain [0 1] /Range [0 1]', '{'.repeat(100_000))]),
    ),
    hostile(
      'a shade by a long program',
      shade('<< /ShadingType 1 /ColorSpace /DeviceGray /Function 7 0 R /Matrix [200 0 0 200 0 0] >>', [
        stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]', `{ ${'dup mul sqrt '.repeat(100_000)} }`),
      ]),
      NEVER_DRAWN,
    ),
    hostile(
      'a shade by a program that overflows',
      along([
        stream(
          '/FunctionType 4 /Domain [0 1] /Range [0 1]',
          `{ ${'dup '.repeat(10_000)} -2147483648 2147483647 roll 1000000 index 1000000 copy 0 idiv -2147483648 -1 idiv }`,
        ),
      ]),
    ),
    hostile(
      'a shade by samples of the largest size',
      along([stream('/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2147483647] /BitsPerSample 32', 'x')]),
    ),
    hostile(
      'a shade by samples of many sides',
      along([
        stream(
          `/FunctionType 0 /Domain [${'0 1 '.repeat(32)}] /Range [0 1] /Size [${'2 '.repeat(32)}] /BitsPerSample 8`,
          'x',
        ),
      ]),
    ),
    hostile(
      'a shade of the largest domain',
      shade('<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [-3e38 3e38 -3e38 3e38] /Function 7 0 R >>', [
        '<< /FunctionType 2 /Domain [0 1] /N 1 >>',
      ]),
    ),
    hostile(
      'a shade of circles without a size',
      shade('<< /ShadingType 3 /ColorSpace /DeviceGray /Coords [0 0 0 0 0 0] /Function 7 0 R /Extend [true true] >>', [
        '<< /FunctionType 2 /Domain [0 1] /N -1e38 >>',
      ]),
    ),
    hostile(
      'a mesh of no bits',
      shade(
        stream(
          '/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 0 /BitsPerComponent 0 /BitsPerFlag 0 /Decode [0 200 0 200 0 1 0 1 0 1]',
          'x'.repeat(1000),
        ),
      ),
    ),
  ];
}

const NONSENSE = Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256)).toString('latin1');

/** A font whose letter shows ten of the next font, for twenty levels. */
function letters(): Buffer {
  const LEVELS = 20;
  const objects = Array.from({ length: LEVELS }, (_, index) => [
    dict({
      Type: '/Font',
      Subtype: '/Type3',
      FontBBox: '[0 0 9 9]',
      FontMatrix: '[1 0 0 1 0 0]',
      CharProcs: `<< /w ${7 + 2 * index} 0 R >>`,
      Encoding: '<< /Differences [119 /w] >>',
      FirstChar: '119',
      LastChar: '119',
      Widths: '[9]',
      Resources: `<< /Font << /F ${index === LEVELS - 1 ? 3 : 8 + 2 * index} 0 R >> >>`,
    }),
    stream('', '9 0 d0 BT /F 9 Tf (wwwwwwwwww) Tj ET 0 0 5 5 re f'),
  ]).flat();
  return pdf({ resources: { Font: '<< /F 6 0 R >>' }, objects });
}
