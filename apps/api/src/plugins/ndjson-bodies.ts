import fp from 'fastify-plugin';
import { ProblemError } from '../problem.ts';
import { parseJson } from './json-bodies.ts';

export const NDJSON = 'application/x-ndjson';

const NEWLINE = 0x0a;
const BLANK = /^[\t\r ]*$/;

/**
 * Takes bodies of one JSON value per line (https://github.com/ndjson/ndjson-spec), as `{ tasks: [...] }`. A line that is no JSON is a `ProblemError` in
 * its place: the others have nothing to do with it.
 */
export const ndjsonBodies = fp(
  async (app) => {
    app.addContentTypeParser(NDJSON, { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
      done(null, { tasks: [...linesOf(body)].map(read) });
    });
  },
  { name: 'ndjson-bodies' },
);

/** Without those that are blank. */
function* linesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline === -1 ? body.length : newline;
    const line = body.subarray(start, end);
    if (!BLANK.test(line.toString('latin1'))) yield line;
    start = end + 1;
  }
}

function read(line: Buffer): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}
