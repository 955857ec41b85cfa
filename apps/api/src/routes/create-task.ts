import { isFinal, type TaskCatalogue } from '@offload/contract';
import { submitTask, submitTaskOnce } from '@offload/dispatch';
import { IDEMPOTENCY_HOURS, type IdempotencyKey, type InsertionOnce, type NewTask } from '@offload/store';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import type { BacklogGauge } from '../backlog-gauge.ts';
import { fingerprintOf, parseIdempotencyKey } from '../idempotency-key.ts';
import { ProblemError } from '../problem.ts';
import { accepted, acceptedHeaders, answer, problems } from '../responses.ts';
import { invalidBody, type Submission, submissionProblem, submissionSchema } from '../submission.ts';
import { isForLater, storedOptions, type TaskOptions, timeIssues } from '../task-options.ts';
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

export function createTaskRoute(app: ApiInstance, backlog: BacklogGauge | undefined): void {
  const { catalogue, store, broker } = app.dependencies;

  app.post<{ Body: Submission }>(
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
        body: submissionSchema(catalogue),
        response: {
          200: finished('The task, finished while the client waited as it preferred.', REPLAYED_HEADER),
          202: accepted('Accepted.', { ...REPLAYED_HEADER, ...PREFERENCE_APPLIED_HEADER }),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'INVALID_IDEMPOTENCY_KEY',
            'UNAUTHORIZED',
            'BODY_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'IDEMPOTENCY_KEY_REUSED',
            'UNKNOWN_TASK_TYPE',
            'INVALID_PAYLOAD',
            'STORE_UNAVAILABLE',
            'QUEUE_FULL',
          ),
        },
      },
      validatorCompiler: ({ httpPart }) =>
        httpPart === 'body' ? (body: unknown) => validated(body, catalogue) : (value: unknown) => ({ value }),
    },
    async (request, reply) => {
      const { type, payload, ...options } = request.body;
      const taskType = catalogue.get(type);
      if (!taskType) throw new Error(`'${type}' passed validation without being known`);
      const { maxAttempts, timeoutMs } = taskType;
      const { queue } = broker.topology;
      const defaults = { queue, maxAttempts, timeoutMs, requestId: request.id, client: request.client.name };
      const now = Date.now();
      const submitted = await submit(
        request,
        { type, payload, ...defaults, ...storedOptions(options) },
        refusal(options, now),
      );
      if (submitted.kind === 'conflict') {
        throw new ProblemError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was sent with another body before.');
      }
      request.subject = { taskId: submitted.task.id };
      if (submitted.kind === 'replayed') reply.header('idempotent-replayed', 'true');
      else if (!isForLater(options, now)) backlog?.add();
      const preference = waitPreference(request);
      const waited =
        preference && (await waitAsPreferred(app, submitted.task.id, preference, reply).catch(accepts(request)));
      if (waited && isFinal(waited.state)) return reply.header('location', `/tasks/${waited.id}`).send(waited);
      return reply.code(202).headers(acceptedHeaders(submitted.task)).send(submitted.task);
    },
  );

  /** What stands against the task now, and may not have when it was sent first. */
  function refusal(options: TaskOptions, now: number): ProblemError | undefined {
    const errors = timeIssues(options, now);
    if (errors.length > 0) return invalidBody(errors);
    const seconds = backlog?.secondsUntilRoom;
    return seconds === undefined ? undefined : queueFull(seconds);
  }

  async function submit(
    request: FastifyRequest,
    newTask: NewTask,
    refusal: ProblemError | undefined,
  ): Promise<InsertionOnce> {
    const key = keyOf(request);
    if (refusal) {
      const known = key && (await store.recall(newTask, key));
      if (known) return known;
      throw refusal;
    }
    const dependencies = { store, publisher: broker.publisher, logger: request.log };
    if (key) return submitTaskOnce(dependencies, newTask, key);
    return { kind: 'inserted', task: await submitTask(dependencies, newTask) };
  }

  function keyOf(request: FastifyRequest): IdempotencyKey | undefined {
    const header = request.headers['idempotency-key'];
    if (header === undefined) return undefined;
    const key = parseIdempotencyKey(String(header));
    return { scope: app.clientOf(request), key, fingerprint: fingerprintOf(request.body) };
  }
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

function queueFull(seconds: number): ProblemError {
  return new ProblemError('QUEUE_FULL', `Too many tasks wait for a worker; try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

function validated(body: unknown, catalogue: TaskCatalogue) {
  const error = submissionProblem(body, catalogue);
  return error ? { error } : { value: body };
}
