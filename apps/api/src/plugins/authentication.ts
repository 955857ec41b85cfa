import { createHash } from 'node:crypto';
import bearerAuth from '@fastify/bearer-auth';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

export interface AuthenticationOptions {
  /** Keys that open the API; none: everybody may use it. */
  apiKeys: readonly string[];
}

const ANONYMOUS = 'anonymous';
const BEARER = /^Bearer /;

/** Asks for `Authorization: Bearer <key>` (RFC 6750) on every route that is not public. */
export const authentication = fp<AuthenticationOptions>(
  async (app, { apiKeys }) => {
    app.decorate('clientOf', ({ headers }) =>
      apiKeys.length === 0 ? ANONYMOUS : hashOf(headers.authorization?.replace(BEARER, '').trim() ?? ''),
    );
    if (apiKeys.length === 0) return;
    await app.register(bearerAuth, { keys: new Set(apiKeys), addHook: false, verifyErrorLogLevel: 'debug' });
    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.config.public || !app.verifyBearerAuth) done();
      else app.verifyBearerAuth(request, reply, done);
    });
  },
  { name: 'authentication' },
);

function hashOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells apart who sent a request, as far as API keys do; says nothing of the key itself. */
    clientOf(request: FastifyRequest): string;
  }

  interface FastifyContextConfig {
    /** Needs no API key: it tells nothing about any task. */
    public?: boolean;
  }
}
