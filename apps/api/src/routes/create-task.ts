import { isFinal, type TaskCatalogue } from '@offload/contract';
import { IDEMPOTENCY_HOURS } from '@offload/store';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { exampleTasks } from '../example-tasks.ts';
import { MULTIPART } from '../form-parts.ts';
import { parseIdempotencyKey } from '../idempotency-key.ts';
import { accepted, acceptedHeaders, answer, problems, shownAs } from '../responses.ts';
import { present, type Submission, submissionProblem, submissionSchema } from '../submission.ts';
import { TaskFormSchema } from '../task-form.ts';
import type { TaskFormIntake } from '../task-form-intake.ts';
import type { TaskIntake } from '../task-intake.ts';
import { TaskResource } from '../task-resource.ts';
import { PREFERENCE_APPLIED_HEADER, PreferHeader, waitAsPreferred, waitPreference } from '../wait-preference.ts';

// Without an example: Swagger UI would fill it in, and so send every task under the same key.
const IdempotencyKeyHeader = Type.String({
  description: `A name for this task, chosen by the client, in double quotes, e.g. \`"order-4711"\` (a structured-field string of up to 255 characters). A request that is sent again with its key and the same body within ${IDEMPOTENCY_HOURS} hours, be it at the same time, makes no second task: it gets the answer of the first, as it was, with \`Idempotent-Replayed: true\`. Each API key has keys of its own.`,
});

const REPLAYED_HEADER = {
  'Idempotent-Replayed': {
    type: 'string',
    enum: ['true'],
    description: 'The task was accepted before, under the same `Idempotency-Key`; this is the answer of then.',
  },
};

/** Takes forms, too, so it needs a scope of its own. */
export function createTaskRoute(app: ApiInstance, intake: TaskIntake, forms: TaskFormIntake): void {
  const { catalogue } = app.dependencies;
  // The form's intake reads the request itself, as it arrives.
  app.addContentTypeParser(MULTIPART, (_request, _content, done) => done(null));

  app.post<{ Body: Submission | undefined }>(
    '/tasks',
    {
      config: { scope: 'submit' },
      schema: {
        operationId: 'createTask',
        tags: ['Tasks'],
        summary: 'Submit a task',
        description:
          'Stores the task, sends its message, and answers before any work is done. What was answered `202` is not lost. A task with a `runAt` ahead is sent when its time has come. With `Prefer: wait=N` the answer is the finished task, if it finishes within N seconds.',
        headers: Type.Object({
          'Idempotency-Key': Type.Optional(IdempotencyKeyHeader),
          Prefer: Type.Optional(PreferHeader),
        }),
        body: {
          content: {
            'application/json': { schema: submissionSchema(catalogue) },
            [MULTIPART]: { schema: TaskFormSchema },
          },
        },
        response: {
          200: finished('The task, finished while the client waited as it preferred.', REPLAYED_HEADER),
          202: shownAs(
            accepted('Accepted.', { ...REPLAYED_HEADER, ...PREFERENCE_APPLIED_HEADER }),
            exampleTasks.queued,
          ),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'INVALID_IDEMPOTENCY_KEY',
            'UNAUTHORIZED',
            'BODY_TOO_LARGE',
            'FILE_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'IDEMPOTENCY_KEY_REUSED',
            'UNKNOWN_TASK_TYPE',
            'INVALID_PAYLOAD',
            'UNKNOWN_QUEUE',
            'CALLBACKS_DISABLED',
            'STORE_UNAVAILABLE',
            'STORAGE_UNAVAILABLE',
            'QUEUE_FULL',
          ),
        },
      },
      validatorCompiler: ({ httpPart, contentType }: { httpPart?: string; contentType?: string }) =>
        httpPart === 'body' && contentType !== MULTIPART
          ? (body: unknown) => validated(body, catalogue)
          : (value: unknown) => ({ value }),
    },
    async (request, reply) => {
      const header = request.headers['idempotency-key'];
      const key = header === undefined ? undefined : parseIdempotencyKey(String(header));
      const submitted =
        request.mediaType === MULTIPART
          ? await forms.accept(request, key)
          : await intake.accept(present(request.body), key, request);
      request.subject = { taskId: submitted.task.id };
      if (submitted.kind === 'replayed') reply.header('idempotent-replayed', 'true');
      const preference = waitPreference(request);
      const waited =
        preference && (await waitAsPreferred(app, submitted.task.id, preference, reply).catch(accepts(request)));
      if (waited && isFinal(waited.state)) return reply.header('location', `/tasks/${waited.id}`).send(waited);
      return reply.code(202).headers(acceptedHeaders(submitted.task)).send(submitted.task);
    },
  );
}

/** Whatever happens while a client waits for its task: it was accepted. */
function accepts({ log }: FastifyRequest): (error: unknown) => undefined {
  return (err) => {
    log.warn({ err }, 'wait for a task given up');
  };
}

function finished(description: string, headers: Record<string, object>) {
  return {
    ...answer(description, TaskResource),
    headers: {
      Location: { type: 'string', description: 'Where the task is.' },
      ...PREFERENCE_APPLIED_HEADER,
      ...headers,
    },
  };
}

function validated(body: unknown, catalogue: TaskCatalogue) {
  const error = submissionProblem(body, catalogue);
  return error ? { error } : { value: body };
}
