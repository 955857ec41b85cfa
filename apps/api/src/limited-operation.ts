import type { FastifySchema, RouteOptions } from 'fastify';
import { problems } from './responses.ts';

interface Operation {
  schema: FastifySchema;
  url: string;
  route: RouteOptions;
}

/** What is refused before a route is asked, and so is not the route's to describe: a path too long, a body that is none of ours. */
export function limitedOperation({ schema, url, route }: Operation): Operation {
  if (schema.hide) return { schema, url, route };
  const takesBodies = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD');
  const response = {
    ...(url.includes(':') ? problems('URI_TOO_LONG') : {}),
    ...(takesBodies ? problems('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE') : {}),
    ...(schema.response as object),
  };
  return { schema: { ...schema, response }, url, route };
}
