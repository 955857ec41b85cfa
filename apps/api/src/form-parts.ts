import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { ProblemError } from './problem.ts';
import { invalidBody } from './submission.ts';

export const MULTIPART = 'multipart/form-data';

/** Of which those that are small may all be in memory; more than any form of ours has. */
const MAX_PARTS = 100;

export interface FormPart {
  name: string;
  /** As its client calls the file, without folders. */
  filename: string | undefined;
  mediaType: string;
  /** To be read to its end before the next part is asked for. Where it breaks off, it fails with any error. */
  content: Readable;
}

/**
 * The parts of a form (RFC 7578) as they arrive: no more of them is in memory than is on its way. What comes after whoever reads them has stopped is let
 * go by, since many clients read no answer before they have sent everything.
 *
 * @throws ProblemError INVALID_REQUEST, here or when the next part is asked for: it is no form, breaks off, or has too many parts
 */
export function formParts(request: IncomingMessage): AsyncIterable<FormPart> {
  const parser = parserOf(request.headers);
  const parts = new Readable({ objectMode: true, read: () => undefined });
  const contents: Readable[] = [];

  function fail(reason: string): void {
    for (const content of contents) content.destroy(new Error(reason));
    parts.destroy(notAForm(reason));
  }

  parser.on('file', (name, content, filename, _encoding, mediaType) => {
    // It may fail before anybody reads it; who does is told all the same.
    content.on('error', () => undefined);
    contents.push(content);
    parts.push({ name: name ?? '', filename, mediaType, content } satisfies FormPart);
  });
  parser.on('partsLimit', () => fail(`it has more than ${MAX_PARTS} parts`));
  parser.on('error', (error) => fail((error as Error).message));
  parser.on('finish', () => parts.push(null));
  finished(request, (error) => {
    if (error) fail('the connection was cut');
  });
  parts.on('close', () => {
    request.unpipe(parser);
    request.resume();
  });
  request.pipe(parser);
  return parts;
}

function parserOf(headers: IncomingHttpHeaders): BusboyInstance {
  try {
    // Every part is a stream; what is done with it, its reader knows.
    return new Busboy({ headers: headers as BusboyHeaders, limits: { parts: MAX_PARTS }, isPartAFile: () => true });
  } catch (error) {
    throw notAForm((error as Error).message);
  }
}

/** @param reason why the body is none */
export function notAForm(reason: string): ProblemError {
  return invalidBody([{ pointer: '', message: `must be a form (RFC 7578): ${reason}` }]);
}
