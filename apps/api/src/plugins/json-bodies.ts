import { isTooDeep, MAX_JSON_DEPTH } from '@offload/contract';
import fp from 'fastify-plugin';
import { parse } from 'secure-json-parse';
import { ProblemError } from '../problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What the parser says of keys that would change an object's prototype. */
const FORBIDDEN = /forbidden prototype property/;

/** JSON is the only body we take; an empty one is no body, so that a POST without arguments works with any client. */
export const jsonBodies = fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
      try {
        done(null, body.length === 0 ? undefined : parseJson(body));
      } catch (error) {
        done(error as Error);
      }
    });
  },
  { name: 'json-bodies' },
);

/**
 * @param name what the text is, for whoever has sent it
 * @throws ProblemError MALFORMED_JSON, or INVALID_REQUEST for what is nested too deeply or would change a prototype
 */
export function parseJson(body: Uint8Array, name = 'body'): unknown {
  if (isTooDeep(body)) throw tooDeep();
  return parsed(decoded(body, name), name);
}

function tooDeep(): ProblemError {
  const message = `must not have more than ${MAX_JSON_DEPTH} levels of arrays and objects`;
  return new ProblemError('INVALID_REQUEST', `body ${message}`, { errors: [{ pointer: '', message }] });
}

function decoded(body: Uint8Array, name: string): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new ProblemError('MALFORMED_JSON', `The ${name} is not UTF-8, as JSON has to be (RFC 8259 §8.1).`, { cause });
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError && FORBIDDEN.test(cause.message))) {
      throw new ProblemError('MALFORMED_JSON', `The ${name} is not JSON.`, { cause });
    }
    const message = 'must not have a field __proto__ or constructor.prototype, at any depth';
    throw new ProblemError('INVALID_REQUEST', `body ${message}`, { errors: [{ pointer: '', message }], cause });
  }
}
