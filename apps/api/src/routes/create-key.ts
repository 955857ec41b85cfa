import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { digestOf, newApiKey } from '../api-key.ts';
import { KeyNameSchema, NewKeyResource, ScopesSchema, toKeyResource } from '../key-resource.ts';
import { futureIssue, storableTime } from '../point-in-time.ts';
import { ProblemError } from '../problem.ts';
import { answer, problems } from '../responses.ts';
import { invalidBody } from '../submission.ts';

/** They are kept in memory, and listed on one page. */
const MAX_KEYS = 1000;

const Body = Type.Object(
  {
    name: KeyNameSchema,
    scopes: ScopesSchema,
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'RFC 3339, in the future. Without it the key does not expire.' }),
    ),
  },
  { additionalProperties: false, examples: [{ name: 'ci', scopes: ['submit', 'read'] }] },
);

export function createKeyRoute(app: ApiInstance): void {
  app.addSchema(NewKeyResource);
  const { store } = app.dependencies;
  app.post(
    '/keys',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'createKey',
        tags: ['Keys'],
        summary: 'Make an API key',
        description:
          'The answer is the only one that shows the key. It is good at once, on other replicas within a second.',
        body: Body,
        response: {
          201: answer('The key.', NewKeyResource),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'TOO_MANY_KEYS',
            'BODY_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, scopes, expiresAt } = request.body;
      const errors = futureIssue('/expiresAt', expiresAt);
      if (errors.length > 0) throw invalidBody(errors);
      const key = newApiKey();
      const hash = digestOf(key).toString('hex');
      const expiry = expiresAt === undefined ? {} : { expiresAt: storableTime(expiresAt) };
      const created = await store.createKey({ name, scopes, hash, ...expiry }, MAX_KEYS);
      if (!created) throw new ProblemError('TOO_MANY_KEYS', `There are ${MAX_KEYS} keys, and may not be more.`);
      app.keyRing.changed();
      request.subject = { keyId: created.id, name, scopes };
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...toKeyResource(created), key });
    },
  );
}
