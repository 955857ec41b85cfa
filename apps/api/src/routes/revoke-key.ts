import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { KeyIdSchema } from '../key-resource.ts';
import { refuseBody } from '../no-body.ts';
import { ProblemError } from '../problem.ts';
import { problems } from '../responses.ts';

export function revokeKeyRoute(app: ApiInstance): void {
  app.delete(
    '/keys/:id',
    {
      config: { scope: 'admin' },
      preValidation: refuseBody,
      schema: {
        operationId: 'revokeKey',
        tags: ['Keys'],
        summary: 'Revoke an API key',
        description:
          'It opens nothing any more: at once on the replica that answers, within five seconds on the others. Tasks that were submitted with it go on.',
        params: Type.Object({ id: KeyIdSchema }),
        response: {
          204: Type.Null({ description: 'It is revoked.' }),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNSUPPORTED_MEDIA_TYPE',
            'UNAUTHORIZED',
            'KEY_NOT_FOUND',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const revoked = await app.dependencies.store.deleteKey(id);
      if (!revoked) throw new ProblemError('KEY_NOT_FOUND', `No API key has the id ${id}.`);
      app.keyRing.changed();
      request.subject = { keyId: id, name: revoked.name };
      return reply.code(204).send(null);
    },
  );
}
