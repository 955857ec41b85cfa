import bearerAuth from '@fastify/bearer-auth';
import type { ApiScope } from '@offload/contract';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { KEY_PREFIX } from '../api-key.ts';
import { ANONYMOUS, type Client, isAllowed, NOBODY } from '../client.ts';
import { KeyRing } from '../key-ring.ts';
import { ProblemError } from '../problem.ts';
import { createRateLimiter } from '../rate-limiter.ts';

export interface AuthenticationOptions {
  /** The operator's keys; none: everybody may use the API. */
  apiKeys: readonly string[];
  /** Requests a minute that a client may send. 0: any number */
  rateLimitPerMinute: number;
}

const KEY_SHOWN = `Bearer ${KEY_PREFIX}`;

/**
 * Asks for `Authorization: Bearer <key>` (RFC 6750) on every route that is not public, and for the scope that the route names. Where
 * the operator has set no keys, everybody may do everything, but who shows a key that was made here is held to it.
 */
export const authentication = fp<AuthenticationOptions>(
  async (app, { apiKeys, rateLimitPerMinute }) => {
    const limiter = rateLimitPerMinute === 0 ? undefined : await createRateLimiter(app, rateLimitPerMinute);
    const keyRing = new KeyRing({ store: app.dependencies.store, apiKeys });
    const isOpen = apiKeys.length === 0;
    app.decorate('keyRing', keyRing);
    // Set before anything else is done for a route.
    app.decorateRequest('client', null as never);
    await app.register(bearerAuth, {
      keys: new Set<string>(),
      addHook: false,
      verifyErrorLogLevel: 'debug',
      async auth(key, request) {
        const client = await keyRing.clientOf(key);
        if (client) request.client = client;
        return client !== undefined;
      },
    });
    const { verifyBearerAuth } = app;
    if (!verifyBearerAuth) throw new Error('@fastify/bearer-auth has not decorated the instance');

    // A hook of each route, which knows what the route says: `request.routeOptions` would be made anew for every request.
    app.addHook('onRoute', (route) => {
      const guard: onRequestHookHandler = (request, reply, done) => {
        const { public: isPublic, scope = 'admin' } = route.config ?? {};
        if (isPublic) {
          request.client = NOBODY;
          done();
        } else if (isOpen && !request.headers.authorization?.startsWith(KEY_SHOWN)) {
          request.client = ANONYMOUS;
          admit(request, reply, undefined, done);
        } else {
          request.client = NOBODY;
          verifyBearerAuth(request, reply, (error) =>
            admit(request, reply, error ?? refusal(request.client, scope), done),
          );
        }
      };
      route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
    });

    /** Also those that are refused are counted: who tries keys is to be slow. */
    function admit(
      request: FastifyRequest,
      reply: FastifyReply,
      refused: Error | undefined,
      done: (error?: Error) => void,
    ) {
      if (limiter) limiter(request, reply).then(() => done(refused), done);
      else done(refused);
    }
  },
  { name: 'authentication' },
);

/** RFC 6750 §3.1. */
function refusal(client: Client, scope: ApiScope): ProblemError | undefined {
  if (isAllowed(client, scope)) return undefined;
  return new ProblemError('FORBIDDEN', `The API key lacks the scope '${scope}'.`, {
    headers: { 'www-authenticate': `Bearer realm="offload", error="insufficient_scope", scope="${scope}"` },
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    keyRing: KeyRing;
  }

  interface FastifyRequest {
    /** Who sent it. */
    client: Client;
  }

  interface FastifyContextConfig {
    /** Needs no API key: it tells nothing about any task. */
    public?: boolean;
    /** What an API key must allow for it. @default 'admin' */
    scope?: ApiScope;
  }
}
