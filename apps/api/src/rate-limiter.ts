import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializeList } from 'structured-headers';
import { hasKey } from './client.ts';
import { ProblemError } from './problem.ts';

/** Counts a request. @throws ProblemError RATE_LIMITED when it is one too many */
export type RateLimiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const POLICY = 'per-minute';
const WINDOW_SECONDS = 60;

/** Clients, and as many addresses, that are counted at once; beyond that, those that were silent longest are forgotten. */
const MAX_COUNTED = 10_000;

/**
 * So many requests a minute for each client, and for each address (IPv6: /64) that comes without a key or with a wrong one. In this process: with N
 * replicas a client may have N times as many. The headers are those of draft-ietf-httpapi-ratelimit-headers-11, §3 and §4.
 */
export async function createRateLimiter(app: FastifyInstance, perMinute: number): Promise<RateLimiter> {
  // Loaded where it is needed: most starts are without it.
  const { fastifyRateLimit } = await import('@fastify/rate-limit');
  await app.register(fastifyRateLimit, { global: false });
  const limits = { max: perMinute, timeWindow: WINDOW_SECONDS * 1000, cache: MAX_COUNTED };
  const byAddress = app.createRateLimit(limits);
  const byClient = app.createRateLimit({ ...limits, keyGenerator: ({ client }) => client.id });
  const policy = field({ q: perMinute, w: WINDOW_SECONDS });

  return async (request, reply) => {
    const limit = await (hasKey(request.client) ? byClient : byAddress)(request);
    // Only what is on a list of exceptions, and there is none.
    if (limit.isAllowed) return;
    const { remaining, ttlInSeconds, isExceeded } = limit;
    reply.headers({ 'ratelimit-policy': policy, ratelimit: field({ r: remaining, t: ttlInSeconds }) });
    if (!isExceeded) return;
    throw new ProblemError(
      'RATE_LIMITED',
      `At most ${perMinute} requests a minute; try again in ${ttlInSeconds} seconds.`,
      {
        headers: { 'retry-after': String(ttlInSeconds) },
      },
    );
  };
}

function field(parameters: Record<string, number>): string {
  return serializeList([[POLICY, new Map(Object.entries(parameters))]]);
}
