/** A page of a document that a test makes. */
export interface TestPage {
  width?: number;
  height?: number;
  /** Drawing operators; the font is `/F`. */
  content: string;
}

/** Operators that show lines of text, from the top left corner of a page of 200 points. */
export function textLines(...lines: string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  return `BT /F 12 Tf 14 TL 10 180 Td ${shown.join(' ')} ET`;
}

/** A PDF of pages that are 200 points wide and high unless they say otherwise. */
export function pdfOf(pages: readonly TestPage[], { objects = [] }: { objects?: readonly string[] } = {}): Buffer {
  const firstPage = 4 + objects.length;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`);
  const resources = objects.map((_, index) => `/X${4 + index} ${4 + index} 0 R`).join(' ');
  return documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length}
       /Resources << /Font << /F 3 0 R >> /XObject << ${resources} >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
    ...pages.flatMap(({ width = 200, height = 200, content }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      stream('', content),
    ]),
  ]);
}

/** A page that draws ten forms, each of which draws ten, for thirty levels: no time is enough for it. */
export function endlessPdf(): Buffer {
  const LEVELS = 30;
  const objects = Array.from({ length: LEVELS }, (_, level) => {
    const next = `X${4 + level + 1}`;
    const form = `/Type /XObject /Subtype /Form /BBox [0 0 200 200]`;
    if (level === LEVELS - 1) return stream(form, '0 0 9 9 re f');
    return stream(`${form} /Resources << /XObject << /${next} ${4 + level + 1} 0 R >> >>`, `/${next} Do `.repeat(10));
  });
  return pdfOf([{ content: '/X4 Do' }], { objects });
}

/** An object of bytes, each of them a character. */
export function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;
}

/** A PDF of objects, numbered from 1, of which the first is the catalogue. */
export function documentOf(objects: readonly string[], { trailer = '' }: { trailer?: string } = {}): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const references = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${references}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Of the documents below that need one. */
export const PASSWORD = 'Schlüssel';

/** One page, "Secret". `qpdf --object-streams=generate --encrypt Schlüssel owner 256 -- secret.pdf aes.pdf` */
export const aesPdf = fromBase64(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZW' +
    'wgOCA+PiA+PiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL09ialN0bSAvTGVuZ3RoIDE5' +
    'MiAvRmlsdGVyIC9GbGF0ZURlY29kZSAvTiAzIC9GaXJzdCAxNSA+PgpzdHJlYW0K9dYTs7boDNQADl4L8VtzdKHkSZP74f3HOaBYexgNDj9zo9' +
    '/1hhmCSnjC25TOTPCkHaIdz7Fc2+uxmBFDSUaWMR8j6FMMBrTfuPRqB1w3lQ025oJdM8jC3yoZSD6CwBaDNBnMi3kn/ox2JPqHiVfwnO57jwe5' +
    'Y3RAXq4PERtpyzxAwFwmz6+mop1leZJdvz0HcD2CgiTT++6OY/zIYeNYAB9HwUwQAh2iUQ9z4yYP30szw6OWxIy2cnQdxKhfzQv4ZW5kc3RyZW' +
    'FtCmVuZG9iago2IDAgb2JqCjw8IC9GaWx0ZXIgL0ZsYXRlRGVjb2RlIC9MZW5ndGggNjQgPj4Kc3RyZWFtCtOgIfD28pzFcZTVDA94Xtt8HBOx' +
    'vLCILCSG083UMzbr9UHZzxnfo6DM6MIiFWft9caccvZJOLVVY/G7x4dFVCdlbmRzdHJlYW0KZW5kb2JqCjcgMCBvYmoKPDwgL0NGIDw8IC9TdG' +
    'RDRiA8PCAvQXV0aEV2ZW50IC9Eb2NPcGVuIC9DRk0gL0FFU1YzIC9MZW5ndGggMzIgPj4gPj4gL0ZpbHRlciAvU3RhbmRhcmQgL0xlbmd0aCAy' +
    'NTYgL08gPGE4YWM1YTgzNmUzZjQ4MTU1OWUwNTQ3NTI4M2QxNmYyMGNlZDI5YjZkYmY5OWQyOTY3N2RmZDdjM2U4ZGY0YjQ0YWFlNmMyZDdkND' +
    'VmZDU4NzdhNzFkZTI1MzAzZDliNz4gL09FIDw0MjYzM2ViNzZiMDUwMDc0NzAwYmVhNDI0OWMwMDc2OTM3ZTIzYjE3NWM0N2M2NGQzM2EyNDU5' +
    'NjJmNDc4ZTU4PiAvUCAtNCAvUGVybXMgPDJiMDJhY2NhNzM0ODk4M2JjMGY0YmU0M2JkNTk4MmQ1PiAvUiA2IC9TdG1GIC9TdGRDRiAvU3RyRi' +
    'AvU3RkQ0YgL1UgPGFkMjA2YzcwYzg3NzJkYmIyZTY4MWYwNjA3ZmNhMzQ0OGUzNTY4NzY5MzczYjE2N2YwOGI3ODBlZjE4NTRkMjZiMTMzYjU2' +
    'MWQ1MjA3MmZiOGNlZTE0ZjVhZjVjYjcwYz4gL1VFIDw5NDdmMDRiNzY0OTNlNGJkNTM1NDAxMWY4YjY1Y2FhZDYxNzRlZmZmYTU5NTEzNDQ2ZW' +
    'MxNTQyNjYzNjJlYTE2PiAvViA1ID4+CmVuZG9iago4IDAgb2JqCjw8IC9UeXBlIC9YUmVmIC9MZW5ndGggNDIgL0ZpbHRlciAvRmxhdGVEZWNv' +
    'ZGUgL0RlY29kZVBhcm1zIDw8IC9Db2x1bW5zIDQgL1ByZWRpY3RvciAxMiA+PiAvVyBbIDEgMiAxIF0gL1Jvb3QgMSAwIFIgL1NpemUgOSAvSU' +
    'QgWzw4NjM5ZDgzMWY5YTQ2ZDRlOTgxNmM0ZDE2MzBhYjMyNT48MGNjMjlmMzQ0OWFkZTE5OGQyNzNlNTUwYjAyYTlkODY+XSAvRW5jcnlwdCA3' +
    'IDAgUiA+PgpzdHJlYW0KeJxjYgACJkYGfgYmBoZiEKsBxGJghBD/GZf8Y2JgbAOKMSkzAABE+gRnCmVuZHN0cmVhbQplbmRvYmoKc3RhcnR4cm' +
    'VmCjExMDMKJSVFT0YK',
);

/** `qpdf --allow-weak-crypto --encrypt Schlüssel owner 128 -- secret.pdf rc4.pdf` */
export const rc4Pdf = fromBase64(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50ID' +
    'EgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIgL01lZGlhQm94IFsgMCAw' +
    'IDIwMCAxMDAgXSAvUGFyZW50IDIgMCBSIC9SZXNvdXJjZXMgPDwgL0ZvbnQgPDwgL0YgNSAwIFIgPj4gPj4gL1R5cGUgL1BhZ2UgPj4KZW5kb2' +
    'JqCjQgMCBvYmoKPDwgL0ZpbHRlciAvRmxhdGVEZWNvZGUgL0xlbmd0aCA0MyA+PgpzdHJlYW0KoKbOdmu8cEnHuLcmoTwOTJm+Ihtl7sBIZdpq' +
    'Sng1/wPWm58vU+Mjt8XiXmVuZHN0cmVhbQplbmRvYmoKNSAwIG9iago8PCAvQmFzZUZvbnQgL0hlbHZldGljYSAvU3VidHlwZSAvVHlwZTEgL1' +
    'R5cGUgL0ZvbnQgPj4KZW5kb2JqCjYgMCBvYmoKPDwgL0ZpbHRlciAvU3RhbmRhcmQgL0xlbmd0aCAxMjggL08gPDJkYjM4ZTQxNWMzNTNlYjNj' +
    'NTEzNjE1NzdiNmJmNWM4OTU3ZWRmNjJiZTYxMjljMDllYTY2NTM4MDhhOWE3YjE+IC9QIC00IC9SIDMgL1UgPDNlMDhhYzg5NWY4MTM1ZjlmZT' +
    'UzZmRlODc4MjYzYmEzMDEyMjQ1NmE5MWJhZTUxMzQyNzNhNmRiMTM0Yzg3YzQ+IC9WIDIgPj4KZW5kb2JqCnhyZWYKMCA3CjAwMDAwMDAwMDAg' +
    'NjU1MzUgZiAKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwMDY0IDAwMDAwIG4gCjAwMDAwMDAxMjMgMDAwMDAgbiAKMDAwMDAwMDI1MCAwMD' +
    'AwMCBuIAowMDAwMDAwMzYzIDAwMDAwIG4gCjAwMDAwMDA0MzMgMDAwMDAgbiAKdHJhaWxlciA8PCAvUm9vdCAxIDAgUiAvU2l6ZSA3IC9JRCBb' +
    'PDg2MzlkODMxZjlhNDZkNGU5ODE2YzRkMTYzMGFiMzI1PjxkMGEzNWYzYTAwMzhjN2EwNmM4OTJiMTUxMzU3YTI4MT5dIC9FbmNyeXB0IDYgMC' +
    'BSID4+CnN0YXJ0eHJlZgo2NDAKJSVFT0YK',
);

/** Opened without a password, but not to be changed without one. `qpdf --encrypt "" owner 256 -- secret.pdf owner.pdf` */
export const ownerPdf = fromBase64(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZW' +
    'wgOCA+PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50IDEgL0tpZHMgWyAzIDAgUiBd' +
    'IC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIgL01lZGlhQm94IFsgMCAwIDIwMCAxMDAgXSAvUGFyZW' +
    '50IDIgMCBSIC9SZXNvdXJjZXMgPDwgL0ZvbnQgPDwgL0YgNSAwIFIgPj4gPj4gL1R5cGUgL1BhZ2UgPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0Zp' +
    'bHRlciAvRmxhdGVEZWNvZGUgL0xlbmd0aCA2NCA+PgpzdHJlYW0KfaKna5YcLS01EbLzBfBb94AkmIK1nII1DaRepqHDri5PBNfbDUBxCW3kq3' +
    '1X8sXvQwinvpXkCzugVJ3QGpkCg2VuZHN0cmVhbQplbmRvYmoKNSAwIG9iago8PCAvQmFzZUZvbnQgL0hlbHZldGljYSAvU3VidHlwZSAvVHlw' +
    'ZTEgL1R5cGUgL0ZvbnQgPj4KZW5kb2JqCjYgMCBvYmoKPDwgL0NGIDw8IC9TdGRDRiA8PCAvQXV0aEV2ZW50IC9Eb2NPcGVuIC9DRk0gL0FFU1' +
    'YzIC9MZW5ndGggMzIgPj4gPj4gL0ZpbHRlciAvU3RhbmRhcmQgL0xlbmd0aCAyNTYgL08gPDRhNjcyMWYxMDU4ZmEwOWNlZjdlMDE5YTc2MzY1' +
    'MDA0NzYzNjFjN2MyMGZmMWQxYTNhYjM5NzQ3NjE1MTY2YWM1ODI2YzQ3M2FmNjU4NDJjNWFhZmYxY2IyNWQ3YTg4Yj4gL09FIDxmN2UyY2VmYT' +
    'JiNTFkZThmNGVhYjk1M2I1Y2U2ZTQyY2Y0NmQwZDQ1NjNhOGExMGQzMTk4MjM0NzhjMzA1NzUxPiAvUCAtNCAvUGVybXMgPGUzYzU3ODRiZWVh' +
    'NzAwZjlkOWYyMGU5ZmNlOThlNjY2PiAvUiA2IC9TdG1GIC9TdGRDRiAvU3RyRiAvU3RkQ0YgL1UgPDdkZTFhMTExMDNjZTI1MmI2ZGQ1NWJjYW' +
    'EzZjExMzkwMzJkOThkNjlkYzIwZjA2MWNiZGM3NWIyOGUyMjBlNzUwNzhhMmQwMTk4NjE3OWI0YzU4ODA1NDM5MTZhOGY3Yj4gL1VFIDw0MTU1' +
    'MGI1MjhkYzAxZGJhMWRhMjMyYzllN2IxYmMwMDQ1ZDUzNWFjOTZjNDNlMWRhYjQyZjYzODJiYTdmMjMzPiAvViA1ID4+CmVuZG9iagp4cmVmCj' +
    'AgNwowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMTUgMDAwMDAgbiAKMDAwMDAwMDEzMCAwMDAwMCBuIAowMDAwMDAwMTg5IDAwMDAwIG4g' +
    'CjAwMDAwMDAzMTYgMDAwMDAgbiAKMDAwMDAwMDQ1MCAwMDAwMCBuIAowMDAwMDAwNTIwIDAwMDAwIG4gCnRyYWlsZXIgPDwgL1Jvb3QgMSAwIF' +
    'IgL1NpemUgNyAvSUQgWzw4NjM5ZDgzMWY5YTQ2ZDRlOTgxNmM0ZDE2MzBhYjMyNT48YTZiNGRkMjVlODg5ZmM4ZjhhY2ZhM2UwNWQyZDYzNjU+' +
    'XSAvRW5jcnlwdCA2IDAgUiA+PgpzdGFydHhyZWYKMTA2NwolJUVPRgo=',
);

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
