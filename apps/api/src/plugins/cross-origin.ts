import fp from 'fastify-plugin';

export interface CrossOriginOptions {
  /** E.g. `https://app.example.com`; none: only pages of our own. */
  corsOrigins: readonly string[];
}

/** What a page of another origin may read of an answer, beside the body. */
const EXPOSED_HEADERS = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

const SECONDS_TO_REMEMBER = 600;

/** Lets scripts on pages of other origins use the API. It sets no cookies, so a page can do no more than whoever has a key for it. */
export const crossOrigin = fp<CrossOriginOptions>(
  async (app, { corsOrigins }) => {
    if (corsOrigins.length === 0) return;
    // Loaded where it is needed: most starts are without it.
    const { fastifyCors } = await import('@fastify/cors');
    await app.register(fastifyCors, {
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: SECONDS_TO_REMEMBER,
      // An OPTIONS request that is no preflight would otherwise get an error that is no problem document.
      strictPreflight: false,
    });
  },
  { name: 'cross-origin' },
);
