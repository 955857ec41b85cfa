import type { TaskCatalogue } from '@offload/contract';
import { submitTask } from '@offload/dispatch';
import type { ApiInstance } from '../api-instance.ts';
import type { BacklogGauge } from '../backlog-gauge.ts';
import { ProblemError } from '../problem.ts';
import { accepted, acceptedHeaders, problems } from '../responses.ts';
import { invalidBody, type Submission, submissionProblem, submissionSchema } from '../submission.ts';
import { isForLater, storedOptions, timeIssues } from '../task-options.ts';

export function createTaskRoute(app: ApiInstance, backlog: BacklogGauge | undefined): void {
  const { catalogue, store, broker } = app.dependencies;

  app.post<{ Body: Submission }>(
    '/tasks',
    {
      schema: {
        operationId: 'createTask',
        tags: ['Tasks'],
        summary: 'Submit a task',
        description:
          'Stores the task, sends its message, and answers before any work is done. What was answered `202` is not lost. A task with a `runAt` ahead is sent when its time has come.',
        body: submissionSchema(catalogue),
        response: {
          202: accepted('Accepted.'),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'BODY_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'UNKNOWN_TASK_TYPE',
            'INVALID_PAYLOAD',
            'STORE_UNAVAILABLE',
            'QUEUE_FULL',
          ),
        },
      },
      validatorCompiler: () => (body: unknown) => validated(body, catalogue),
    },
    async (request, reply) => {
      const { type, payload, ...options } = request.body;
      const now = Date.now();
      const errors = timeIssues(options, now);
      if (errors.length > 0) throw invalidBody(errors);
      const seconds = backlog?.secondsUntilRoom;
      if (seconds !== undefined) throw queueFull(seconds);
      const taskType = catalogue.get(type);
      if (!taskType) throw new Error(`'${type}' passed validation without being known`);
      const { maxAttempts, timeoutMs } = taskType;
      const { queue } = broker.topology;
      const defaults = { queue, maxAttempts, timeoutMs, requestId: request.id };
      const newTask = { type, payload, ...defaults, ...storedOptions(options) };
      const task = await submitTask({ store, publisher: broker.publisher, logger: request.log }, newTask);
      if (!isForLater(options, now)) backlog?.add();
      return reply.code(202).headers(acceptedHeaders(task.id)).send(task);
    },
  );
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
