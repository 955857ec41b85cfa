import type { RequestSpan, Tracing } from '@offload/tracing';
import fp from 'fastify-plugin';

export interface TracingOptions {
  tracing: Tracing;
}

/** A span for each request, which what is done for the request belongs to. */
export const traced = fp<TracingOptions>(
  async (app, { tracing }) => {
    app.decorateRequest('span');
    app.addHook('onRequest', (request, _reply, done) => {
      request.span = tracing.serve(request);
      request.span.run(done);
    });
    // Reading a body leaves the context that the hook above has entered.
    app.addHook('preValidation', (request, _reply, done) => {
      if (request.span) request.span.run(done);
      else done();
    });
    app.addHook('onResponse', (request, { statusCode: status }, done) => {
      request.span?.end({ status, route: request.routeOptions.url });
      done();
    });
  },
  { name: 'tracing' },
);

declare module 'fastify' {
  interface FastifyRequest {
    /** Where requests are traced. */
    span?: RequestSpan | undefined;
  }
}
