import fp from 'fastify-plugin';
import { ProblemError } from '../problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What the parser says of keys that would change an object's prototype. */
const FORBIDDEN = /forbidden prototype property/;

/** JSON is the only body we take; an empty one is no body, so that a POST without arguments works with any client. */
export const jsonBodies = fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    const parse = app.getDefaultJsonParser('error', 'error');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      const text = decoded(body as Buffer);
      if (text === undefined)
        done(new ProblemError('MALFORMED_JSON', 'The body is not UTF-8, as JSON has to be (RFC 8259 §8.1).'));
      else if (text === '') done(null, undefined);
      else parse(request, text, (error, value) => done(error && explained(error), value));
    });
  },
  { name: 'json-bodies' },
);

function decoded(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

function explained(error: Error): Error {
  if (!FORBIDDEN.test(error.message)) return error;
  const errors = [{ pointer: '', message: 'must not have a field __proto__ or constructor.prototype, at any depth' }];
  return new ProblemError('INVALID_REQUEST', `body ${errors[0]?.message}`, { errors, cause: error });
}
