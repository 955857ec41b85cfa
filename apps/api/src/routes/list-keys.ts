import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { KeyResource, toKeyResource } from '../key-resource.ts';
import { problems, refTo } from '../responses.ts';

export function listKeysRoute(app: ApiInstance): void {
  app.addSchema(KeyResource);
  app.get(
    '/keys',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'listKeys',
        tags: ['Keys'],
        summary: 'List API keys',
        description:
          'All that were made and not revoked, the oldest first, without the keys themselves. Those in `API_KEYS` are not among them.',
        response: {
          200: Type.Object({ items: Type.Array(refTo(KeyResource)) }, { description: 'The keys.' }),
          ...problems('UNAUTHORIZED', 'STORE_UNAVAILABLE'),
        },
      },
    },
    async () => ({ items: (await app.dependencies.store.listKeys()).map(toKeyResource) }),
  );
}
