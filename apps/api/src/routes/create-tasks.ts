import { schemaIssues, type TaskCatalogue } from '@offload/contract';
import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import type { ApiInstance } from '../api-instance.ts';
import { exampleOf } from '../example-of-schema.ts';
import { exampleTasks } from '../example-tasks.ts';
import { checkedKey, MAX_KEY_LENGTH } from '../idempotency-key.ts';
import { NDJSON, ndjsonBodies } from '../plugins/ndjson-bodies.ts';
import { type Problem, ProblemError, ProblemSchema, problemBody } from '../problem.ts';
import { problemOfError } from '../problem-of-error.ts';
import { problems, refTo, shownAs } from '../responses.ts';
import { invalidBody, present, type Submission, submissionProblem, submissionSchema } from '../submission.ts';
import type { Acceptance, TaskIntake } from '../task-intake.ts';
import { summaryOf } from '../task-page.ts';
import { TaskSummary } from '../task-resource.ts';

const MAX_TASKS = 1000;

const ListSchema = Type.Object(
  { tasks: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_TASKS }) },
  { additionalProperties: false },
);

const list = Compile(ListSchema);

const Item = Type.Object({
  status: Type.Integer({ description: 'What `POST /tasks` would have answered: 202, or the status of `problem`.' }),
  task: nullable(TaskSummary),
  problem: nullable(ProblemSchema),
  isReplayed: Type.Boolean({
    description: 'The task was accepted before, under the same key; it is shown as of then.',
  }),
});

const Answer = Type.Object({
  accepted: Type.Integer({ description: 'How many of `items` have a task.' }),
  items: Type.Array(Item, { description: 'One for each task that was sent, in the same order.' }),
});

const acceptedItem: Static<typeof Item> = {
  status: 202,
  task: summaryOf(exampleTasks.queued),
  problem: null,
  isReplayed: false,
};
/** It is of no task. */
const { task: _, ...problem } = exampleOf(ProblemSchema as object, {}) as Problem;
const allAccepted: Static<typeof Answer> = { accepted: 1, items: [acceptedItem] };
const oneRefused: Static<typeof Answer> = {
  accepted: 1,
  items: [acceptedItem, { status: problem.status, task: null, problem, isReplayed: false }],
};

/** Registers a content type, so it needs a scope of its own. */
export async function createTasksRoute(app: ApiInstance, intake: TaskIntake): Promise<void> {
  const { catalogue } = app.dependencies;
  await app.register(ndjsonBodies, { maxLines: MAX_TASKS });

  app.post<{ Body: Static<typeof ListSchema> | undefined }>(
    '/tasks/batch',
    {
      config: { scope: 'submit' },
      schema: {
        operationId: 'createTasks',
        tags: ['Tasks'],
        summary: 'Submit many tasks',
        description: `Up to ${MAX_TASKS} tasks, each as in \`POST /tasks\`, in one body of at most \`BODY_LIMIT\` bytes: as JSON, or as NDJSON (\`${NDJSON}\`), one task per line. Each is accepted or refused by itself; what was accepted is not lost.`,
        body: bodySchema(catalogue),
        response: {
          202: shownAs({ ...Answer, description: 'All were accepted.' }, allAccepted),
          207: shownAs({ ...Answer, description: 'Some were refused, or all.' }, oneRefused),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'BODY_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'STORE_UNAVAILABLE',
            'QUEUE_FULL',
          ),
        },
      },
      validatorCompiler: () => (body: unknown) =>
        list.Check(body) ? { value: body } : { error: invalidBody(schemaIssues(list.Errors(body)[1])) },
    },
    async (request, reply) => {
      const { tasks } = present(request.body);
      const outcomes = await Promise.all(
        tasks.map((item) => accept(item, request).catch((error: unknown) => refusal(error, request))),
      );
      const [first] = outcomes;
      // As good as no answer: all of it may be sent again.
      if (first instanceof ProblemError && outcomes.every(isUnavailable)) throw first;
      const items = outcomes.map((outcome) => toItem(outcome, request));
      const taskIds = items.flatMap(({ task }) => (task === null ? [] : [task.id]));
      request.subject = { taskIds };
      return reply.code(taskIds.length === items.length ? 202 : 207).send({ accepted: taskIds.length, items });
    },
  );

  async function accept(item: unknown, request: FastifyRequest): Promise<Acceptance> {
    if (item instanceof ProblemError) throw item;
    const [submission, key] = withoutKey(item);
    const problem = submissionProblem(submission, catalogue);
    if (problem) throw problem;
    return intake.accept(submission as Submission, key === undefined ? undefined : checkedKey(key), request);
  }
}

function refusal(error: unknown, { log }: FastifyRequest): ProblemError {
  const problem = problemOfError(error);
  if (problem.cause !== undefined && problem.statusCode >= 500) {
    log.error({ err: problem.cause, code: problem.code }, 'task of a batch not accepted');
  }
  return problem;
}

function isUnavailable(outcome: Acceptance | ProblemError): boolean {
  return outcome instanceof ProblemError && outcome.statusCode === 503;
}

function toItem(outcome: Acceptance | ProblemError, request: FastifyRequest): Static<typeof Item> {
  if (outcome instanceof ProblemError) {
    return { status: outcome.statusCode, task: null, problem: problemBody(outcome, request), isReplayed: false };
  }
  return { status: 202, task: summaryOf(outcome.task), problem: null, isReplayed: outcome.kind === 'replayed' };
}

/** A submission and its idempotency key, whatever that may be. */
function withoutKey(item: unknown): [submission: unknown, key: unknown] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return [item, undefined];
  const { idempotencyKey, ...submission } = item as Record<string, unknown>;
  return [submission, idempotencyKey];
}

function bodySchema(catalogue: TaskCatalogue): TSchema {
  const key = Type.String({
    minLength: 1,
    maxLength: MAX_KEY_LENGTH,
    description: 'As `Idempotency-Key` of `POST /tasks`, without the quotes.',
  });
  const item = submissionSchema(catalogue, { idempotencyKey: Type.Optional(key) });
  const tasks = catalogue.all.flatMap(({ name, examples }) => examples.map(({ payload }) => ({ type: name, payload })));
  const all = Type.Object(
    { tasks: Type.Array(item, { minItems: 1, maxItems: MAX_TASKS }) },
    { additionalProperties: false, examples: [{ tasks }] },
  );
  return Type.Unsafe({ content: { 'application/json': { schema: all }, [NDJSON]: { schema: item } } });
}

function nullable<Schema extends TSchema>(schema: Schema & { $id?: string }) {
  return Type.Unsafe<Static<Schema> | null>({ anyOf: [refTo(schema), { type: 'null' }] });
}
