import fp from 'fastify-plugin';
import { ProblemError } from '../problem.ts';
import { parseJson } from './json-bodies.ts';

export const NDJSON = 'application/x-ndjson';

const NEWLINE = 0x0a;
const BLANK = /^[\t\r ]*$/;

/**
 * Takes bodies of one JSON value per line (https://github.com/ndjson/ndjson-spec), as `{ tasks: [...] }`. A line that is no JSON is a `ProblemError` in
 * its place: the others have nothing to do with it. Of more lines than there may be, one is read, so that whoever counts them notices.
 */
export const ndjsonBodies = fp<{ maxLines: number }>(
  async (app, { maxLines }) => {
    app.addContentTypeParser(NDJSON, { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
      done(null, { tasks: valuesIn(body, maxLines) });
    });
  },
  { name: 'ndjson-bodies' },
);

export function valuesIn(body: Buffer, maxLines: number): unknown[] {
  const values: unknown[] = [];
  for (const line of linesOf(body)) {
    values.push(read(line));
    if (values.length > maxLines) break;
  }
  return values;
}

/** Without those that are blank. */
function* linesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline === -1 ? body.length : newline;
    const line = body.subarray(start, end);
    if (line.length > 0 && !BLANK.test(line.toString('latin1'))) yield line;
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
