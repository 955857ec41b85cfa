import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** The documented paths and their methods, filled while routes are registered. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method, schema }) => {
    if (schema?.hide) return;
    const ofUrl = methods.get(url) ?? new Set();
    for (const each of [method].flat()) ofUrl.add(each);
    methods.set(url, ofUrl);
  });
  return methods;
}

/** A known path with a wrong method is 405 with `Allow`, not 404 (RFC 9110 §15.5.6). */
export function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, ofUrl] of methods) {
    const allow = [...ofUrl].sort().join(', ');
    app.route({
      method: METHODS.filter((method) => !ofUrl.has(method)),
      url,
      schema: { hide: true },
      config: { public: true },
      handler: ({ method }) => {
        throw new ProblemError('METHOD_NOT_ALLOWED', `${method} is not allowed here, only ${allow}.`, {
          headers: { allow },
        });
      },
    });
  }
}
