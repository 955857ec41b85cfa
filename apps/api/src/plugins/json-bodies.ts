import fp from 'fastify-plugin';

/** JSON is the only body we take; an empty one is no body, so that a POST without arguments works with any client. */
export const jsonBodies = fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    const parse = app.getDefaultJsonParser('error', 'error');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else parse(request, body as string, done);
    });
  },
  { name: 'json-bodies' },
);
