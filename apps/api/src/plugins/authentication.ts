import bearerAuth from '@fastify/bearer-auth';
import fp from 'fastify-plugin';

export interface AuthenticationOptions {
  /** Keys that open the API; none: everybody may use it. */
  apiKeys: readonly string[];
}

/** Asks for `Authorization: Bearer <key>` (RFC 6750) on every route that is not public. */
export const authentication = fp<AuthenticationOptions>(
  async (app, { apiKeys }) => {
    if (apiKeys.length === 0) return;
    await app.register(bearerAuth, { keys: new Set(apiKeys), addHook: false, verifyErrorLogLevel: 'debug' });
    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.config.public || !app.verifyBearerAuth) done();
      else app.verifyBearerAuth(request, reply, done);
    });
  },
  { name: 'authentication' },
);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no API key: it tells nothing about any task. */
    public?: boolean;
  }
}
