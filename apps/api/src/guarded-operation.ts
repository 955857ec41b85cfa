import type { FastifySchema, RouteOptions } from 'fastify';
import { problems } from './responses.ts';

interface Operation {
  schema: FastifySchema;
  url: string;
  route: RouteOptions;
}

/** What the guards add to the description of a route: the scope that it asks for, and how they refuse. */
export function guardedOperation({ schema, url, route }: Operation): Operation {
  const scope = route.config?.scope;
  if (schema.hide || scope === undefined) return { schema, url, route };
  // Either of both: the server may be open to everybody.
  const security = [{ apiKey: [scope] }, {}];
  return {
    schema: {
      ...schema,
      security,
      response: { ...problems('FORBIDDEN', 'RATE_LIMITED'), ...(schema.response as object) },
    },
    url,
    route,
  };
}
