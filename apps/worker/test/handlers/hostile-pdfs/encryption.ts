import { aesPdf, ownerPdf, rc4Pdf } from '../pdf-documents.ts';
import { type HostilePdf, hostile, LOCKED, SECRET, UNKNOWN_ENCRYPTION } from './hostile-pdf.ts';
import { changed, pdf } from './parts.ts';

/** Documents that are encrypted as nobody does, and some as everybody does. */
export function encryption(): HostilePdf[] {
  return [
    hostile('encryption with an unknown version', changed(ownerPdf, '/V 5', '/V 9'), SECRET),
    hostile('encryption with an unknown revision', changed(ownerPdf, '/R 6', '/R 9'), SECRET),
    hostile('encryption with version 0', changed(ownerPdf, '/V 5', '/V 0'), UNREADABLE),
    hostile('encryption with an old revision', changed(ownerPdf, '/R 6', '/R 2'), LOCKED),
    hostile('encryption with an unknown handler', changed(ownerPdf, '/Standard', '/Nonsense'), UNKNOWN_ENCRYPTION),
    hostile('encryption with an unknown way', changed(ownerPdf, '/AESV3', '/AESV9'), LOCKED),
    hostile('encryption with no key', changed(ownerPdf, '/UE <', '/XX <'), LOCKED),
    hostile('encryption with a short key', changed(ownerPdf, /\/UE <\w{64}>/, `/UE <41>${' '.repeat(62)}`), LOCKED),
    hostile('encryption with a wrong key', changed(ownerPdf, /\/UE <\w{64}>/, `/UE <${'41'.repeat(32)}>`), LOCKED),
    hostile('encryption with a short password', changed(ownerPdf, /\/U <\w{96}>/, `/U <41>${' '.repeat(94)}`), LOCKED),
    hostile(
      'encryption with filters that are nowhere',
      changed(ownerPdf, '/StmF /StdCF /StrF /StdCF', '/StmF /Nowhe /StrF /Nowhe'),
      LOCKED,
    ),
    hostile('encryption with filters that do nothing', changed(ownerPdf, '/StmF /StdCF', '/StmF /Identity'), LOCKED),
    hostile('encryption with a long key', changed(ownerPdf, '/Length 256', '/Length 999'), LOCKED),
    hostile(
      'encryption with zeros in its data',
      changed(ownerPdf, /stream\n[\s\S]{64}/, `stream\n${'\0'.repeat(64)}`),
      UNREADABLE,
    ),
    hostile('encryption with data of odd length', changed(ownerPdf, '/Length 64', '/Length 61'), SECRET),
    hostile('encryption by a password, AES', aesPdf, LOCKED),
    hostile('encryption by a password, RC4', rc4Pdf, LOCKED),
    hostile('encryption for its owner only', ownerPdf, SECRET),
    hostile('encryption that is empty', pdf({ trailer: '/Encrypt << >>' }), UNKNOWN_ENCRYPTION),
    hostile('encryption that is nowhere', pdf({ trailer: '/Encrypt 99 0 R' })),
    hostile('encryption that is the catalogue', pdf({ trailer: '/Encrypt 1 0 R' }), UNKNOWN_ENCRYPTION),
    hostile(
      'encryption by identity',
      pdf({
        trailer:
          '/Encrypt << /Filter /Standard /V 4 /R 4 /Length 128 /P -4 /O () /U () /CF << /StdCF << /CFM /None >> >> /StmF /Identity /StrF /Identity >> /ID [<00> <00>]',
      }),
    ),
    hostile(
      'encryption of the first kind, broken',
      pdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -4 >>' }),
      LOCKED,
    ),
    hostile(
      'encryption of a key of the largest length',
      pdf({
        trailer: `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 2147483647 /O (${'a'.repeat(32)}) /U (${'a'.repeat(32)}) /P -4 >> /ID [(a) (a)]`,
      }),
      LOCKED,
    ),
  ];
}

const UNREADABLE = { text: [''], pictures: ['200 × 100'] };
