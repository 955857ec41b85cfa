import type { Readable } from 'node:stream';
import type { FileRecord } from '@offload/store';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import type { FileIntake } from '../file-intake.ts';
import { FileResource } from '../file-resource.ts';
import { formParts, MULTIPART } from '../form-parts.ts';
import { answer, problems } from '../responses.ts';
import { invalidBody } from '../submission.ts';
import { validatorCompiler } from '../validator-compiler.ts';

const binary = { type: 'string', format: 'binary' };

/** Takes bodies of any type, so it needs a scope of its own. */
export async function createFileRoute(app: ApiInstance, intake: FileIntake): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, content, done) => done(null, content));

  app.post<{ Querystring: { name?: string } }>(
    '/files',
    {
      config: { scope: 'submit' },
      schema: {
        operationId: 'createFile',
        tags: ['Files'],
        summary: 'Upload a file',
        description:
          'As the body, or as the one file of a form. It is kept while a task has it, and otherwise for `RETENTION_DAYS` after it was last used. A payload names it as `{ "file": "<id>" }`.',
        querystring: Type.Object({
          name: Type.Optional(
            Type.String({
              maxLength: 255,
              description: 'What the file is called; a form says so itself.',
              examples: ['photo.jpg'],
            }),
          ),
        }),
        body: {
          content: {
            'application/octet-stream': { schema: { ...binary, examples: ['Any bytes, under any media type.'] } },
            [MULTIPART]: {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: binary },
                examples: [{ file: 'Any bytes.' }],
              },
            },
          },
        },
        response: {
          201: {
            ...answer('It is kept.', FileResource),
            headers: { Location: { type: 'string', description: 'Where the file is.' } },
          },
          ...problems('INVALID_REQUEST', 'UNAUTHORIZED', 'FILE_TOO_LARGE', 'STORE_UNAVAILABLE', 'STORAGE_UNAVAILABLE'),
        },
      },
      // The body is whatever arrives.
      validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : validatorCompiler(route as never)),
    },
    async (request, reply) => {
      const file = await received(request, intake);
      request.subject = { fileId: file.id };
      return reply.code(201).header('location', `/files/${file.id}`).send(file);
    },
  );
}

/** @throws ProblemError as the intake does, or INVALID_REQUEST where there is no file */
async function received(
  request: FastifyRequest<{ Querystring: { name?: string } }>,
  intake: FileIntake,
): Promise<FileRecord> {
  const { name: client } = request.client;
  const { name } = request.query;
  if (request.mediaType !== MULTIPART) {
    const content = request.body as Readable | undefined;
    if (content === undefined || content === null)
      throw invalidBody([{ pointer: '', message: 'must be a file, and have a Content-Type' }]);
    return intake.take({ content, name: name ?? null, client, claimed: request.headers['content-type'] });
  }
  for await (const { content, filename, mediaType } of formParts(request.raw)) {
    if (filename !== undefined || mediaType === 'application/octet-stream')
      return await intake.take({ content, name: name ?? filename ?? null, client, claimed: mediaType });
    content.resume();
  }
  throw invalidBody([{ pointer: '', message: 'must be a form (RFC 7578) that has a file' }]);
}
