import { pdfOf, stream } from '../pdf-documents.ts';
import { BLANK, type HostilePdf, hostile, NEVER_DRAWN } from './hostile-pdf.ts';
import { deflated, FORM, formPdf, INK, imagePdf, pdf, TEXT } from './parts.ts';

/** Documents that would do something, or that go round beside their pages. */
export function actions(url: string): HostilePdf[] {
  const acting = (name: string, action: string) =>
    hostile(
      `an action: ${name}`,
      pdf({
        catalog: { OpenAction: '6 0 R', AA: '<< /WC 6 0 R >>' },
        page: {
          AA: '<< /O 6 0 R >>',
          Annots: '[<< /Type /Annot /Subtype /Link /Rect [0 0 200 200] /A 6 0 R /Border [0 0 0] >>]',
        },
        objects: [`<< ${action} >>`],
      }),
    );
  return [
    acting('a script', '/S /JavaScript /JS (while (true) app.alert(1))'),
    acting('a program to launch', '/S /Launch /F (/bin/sh) /Win << /F (cmd.exe) /P (/c calc) >>'),
    acting('a link', `/S /URI /URI (${url})`),
    acting('another document', `/S /GoToR /F (${url}) /D [0 /Fit]`),
    acting('another file', '/S /GoToR /F (file:///etc/passwd) /D [0 /Fit]'),
    acting('data to submit', `/S /SubmitForm /F << /FS /URL /F (${url}) >>`),
    acting('data to import', `/S /ImportData /F (${url})`),
    acting('actions that go round', '/S /Named /N /NextPage /Next 6 0 R'),
    hostile('a picture that is elsewhere', imagePdf({ F: `<< /FS /URL /F (${url}) >>`, FFilter: '/DCTDecode' }, '')),
    hostile('operators that are elsewhere', pdf({ contents: stream(`/F << /FS /URL /F (${url}) >>`, '') }), BLANK),
    hostile('operators that are in a file', pdf({ contents: stream('/F (/etc/passwd)', '') }), BLANK),
    hostile('a form that is on another page', formPdf([stream(`${FORM} /Ref << /F (${url}) /Page 0 >>`, INK)])),
    hostile(
      'a form of XFA',
      pdf({
        catalog: { AcroForm: '<< /Fields [] /XFA [(template) 6 0 R] >>' },
        objects: [stream('', `<!DOCTYPE a [<!ENTITY b SYSTEM "${url}">]><template>&b;</template>`)],
      }),
    ),
    hostile(
      'fields that go round',
      pdf({
        catalog: { AcroForm: '<< /Fields [6 0 R] /NeedAppearances true >>' },
        page: { Annots: '[6 0 R]' },
        objects: [
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (b) /Rect [0 0 9 9] /Kids [6 0 R] /Parent 6 0 R /DA (/F 12 Tf) >>',
        ],
      }),
    ),
    hostile(
      'notes that go round',
      pdf({
        page: { Annots: '6 0 R' },
        objects: [
          '[6 0 R 7 0 R]',
          '<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Parent 7 0 R /Popup 7 0 R /IRT 7 0 R >>',
        ],
      }),
    ),
    hostile(
      'a note that looks like itself',
      pdf({
        page: { Annots: '[6 0 R]' },
        objects: [
          '<< /Type /Annot /Subtype /Stamp /Rect [0 0 200 200] /AP << /N 7 0 R >> >>',
          stream(`${FORM} /Resources << /XObject << /X 7 0 R >> >>`, `${INK} /X Do`),
        ],
      }),
    ),
    hostile(
      'five thousand notes',
      pdf({
        page: { Annots: `[${'6 0 R '.repeat(5000)}]` },
        objects: ['<< /Type /Annot /Subtype /Square /Rect [0 0 200 200] /C [1 0 0] >>'],
      }),
    ),
    hostile(
      'files in it',
      pdf({
        catalog: {
          Names:
            '<< /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (../../a.exe) /EF << /F 6 0 R >> >>] >> >>',
        },
        objects: [stream('/Type /EmbeddedFile /Filter /FlateDecode', deflated(700))],
      }),
    ),
    hostile(
      'an outline that goes round',
      pdf({
        catalog: { Outlines: '6 0 R', PageMode: '/UseOutlines' },
        objects: [
          '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 2147483647 >>',
          '<< /Title (a) /Parent 7 0 R /Next 7 0 R /Prev 7 0 R /First 7 0 R /Last 7 0 R >>',
        ],
      }),
    ),
    hostile(
      'names that go round',
      pdf({
        catalog: { Names: '<< /Dests 6 0 R /JavaScript 6 0 R /EmbeddedFiles 6 0 R >>', PageLabels: '6 0 R' },
        objects: ['<< /Kids [6 0 R 6 0 R] /Limits [(a) (z)] >>'],
      }),
    ),
    hostile(
      'optional content that goes round',
      pdf({
        catalog: { OCProperties: '<< /OCGs [6 0 R] /D << /Order 7 0 R /ON 7 0 R >> >>' },
        resources: { Properties: '<< /O 6 0 R >>' },
        content: `${TEXT} /OC /O BDC ${INK} EMC`,
        objects: ['<< /Type /OCMD /OCGs [6 0 R] /VE 7 0 R >>', '[/And 7 0 R 7 0 R]'],
      }),
      NEVER_DRAWN,
    ),
    hostile(
      'a structure that goes round',
      pdf({
        catalog: { StructTreeRoot: '6 0 R', MarkInfo: '<< /Marked true >>' },
        page: { StructParents: '0' },
        objects: [
          '<< /Type /StructTreeRoot /K 6 0 R /P 6 0 R /ParentTree 6 0 R /Kids [6 0 R] /RoleMap << /A /B /B /A >> >>',
        ],
      }),
    ),
    hostile(
      'threads that go round',
      pdf({
        catalog: { Threads: '[6 0 R]' },
        page: { B: '[6 0 R]' },
        objects: ['<< /F 6 0 R /N 6 0 R /V 6 0 R /P 4 0 R >>'],
      }),
    ),
  ];
}

/** Too much of something, beside the pages. */
export function masses(): HostilePdf[] {
  return [
    hostile('a catalogue a hundred thousand arrays deep', pdf({ catalog: { A: '['.repeat(100_000) } })),
    hostile('a catalogue a hundred thousand dictionaries deep', pdf({ catalog: { A: '<</A'.repeat(100_000) } })),
    hostile(
      'resources a thousand dictionaries deep',
      pdf({ resources: { A: `${'<</A'.repeat(1000)} 1 ${'>>'.repeat(1000)}` } }),
      BLANK,
    ),
    hostile(
      'a catalogue of a hundred thousand entries',
      pdf({ catalog: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`A${index}`, '[]'])) }),
    ),
    hostile('fifty thousand objects', pdf({ objects: Array(50_000).fill('<< >>') })),
    hostile('objects of nothing', pdf({ objects: ['', 'null', '<<', '>>', '(', '[', 'R', '0 0 R'] })),
    hostile('a text of ten megabytes', pdf({ catalog: { A: `(${'a'.repeat(10_000_000)})` } })),
    hostile('a document of two hundred pages', pdfOf(Array.from({ length: 200 }, () => ({ content: '' }))), {
      text: Array(200).fill(''),
      pictures: { refused: '200 pages are asked for, and one task renders 50: ask for fewer with `pages`' },
    }),
  ];
}
