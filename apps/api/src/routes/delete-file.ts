import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { seenBy } from '../client.ts';
import { FileIdSchema } from '../file-resource.ts';
import { refuseBody } from '../no-body.ts';
import { ProblemError } from '../problem.ts';
import { problems } from '../responses.ts';
import { fileNotFound } from './get-file.ts';

export function deleteFileRoute(app: ApiInstance): void {
  const { store } = app.dependencies;
  app.delete(
    '/files/:id',
    {
      config: { scope: 'submit' },
      preValidation: refuseBody,
      schema: {
        operationId: 'deleteFile',
        tags: ['Files'],
        summary: 'Delete a file',
        description: 'At once for everybody; its bytes go within a minute. A file that an unfinished task has stays.',
        params: Type.Object({ id: FileIdSchema }),
        response: {
          204: Type.Null({ description: 'It is deleted.' }),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNSUPPORTED_MEDIA_TYPE',
            'UNAUTHORIZED',
            'FILE_NOT_FOUND',
            'FILE_IN_USE',
            'BODY_TOO_LARGE',
            'STORE_UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const removal = await store.removeFile(id, seenBy(request.client));
      if (removal === 'unknown') throw fileNotFound(id);
      if (removal === 'in_use') throw new ProblemError('FILE_IN_USE', `A task that has not finished has file ${id}.`);
      return reply.code(204).send(null);
    },
  );
}
