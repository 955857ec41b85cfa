import { TaskIdSchema } from '@offload/contract';
import { type Static, Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { storableTime, timeIssue } from '../point-in-time.ts';
import { redriveMessages } from '../redrive-messages.ts';
import { problems } from '../responses.ts';
import { invalidBody } from '../submission.ts';

const DEFAULT_LIMIT = 1000;
const MAX_LIMIT = 10_000;

const Filter = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(TaskIdSchema, {
        minItems: 1,
        maxItems: MAX_LIMIT,
        description: 'Those that have not failed are left out.',
      }),
    ),
    type: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$', description: 'Name of a task type.' })),
    errorCode: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$', description: "`code` of the task's error." }),
    ),
    finishedFrom: Type.Optional(Type.String({ format: 'date-time', description: 'RFC 3339; that time included.' })),
    finishedBefore: Type.Optional(
      Type.String({ format: 'date-time', description: 'RFC 3339; that time not included.' }),
    ),
  },
  { additionalProperties: false, description: 'Only tasks that match all of it; for `tasks` alone.' },
);

const Body = Type.Object(
  {
    source: Type.Enum(['tasks', 'messages'], {
      description: '`tasks`: failed ones. `messages`: those in the dead queue that are understood by now.',
    }),
    filter: Type.Optional(Filter),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'Tasks to send, the longest failed first, or messages to look at, the oldest first.',
      }),
    ),
    ratePerSecond: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: MAX_LIMIT,
        description: 'Tasks that become due per second; without it all are due at once.',
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only count.' })),
  },
  { additionalProperties: false, examples: [{ source: 'tasks', limit: 100, ratePerSecond: 10, dryRun: true }] },
);

export function redriveDeadLettersRoute(app: ApiInstance): void {
  const { store } = app.dependencies;
  app.post(
    '/dead-letters/redrive',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'redriveDeadLetters',
        tags: ['Dead letters'],
        summary: 'Send dead letters again',
        description:
          'A failed task is due again under its own id, without an `expiresAt`, and may fail as often as a new one; the attempts made so far stay on record. A message that is understood by now becomes a task and leaves the dead queue; the others stay in it.',
        body: Body,
        response: {
          200: Type.Object(
            {
              matched: Type.Integer({ description: 'At most `limit`.' }),
              redriven: Type.Integer({ description: 'Tasks that are due again, or new; 0 when only counted.' }),
              dryRun: Type.Boolean(),
            },
            { description: 'How many there were.' },
          ),
          ...problems(
            'MALFORMED_JSON',
            'INVALID_REQUEST',
            'UNAUTHORIZED',
            'BODY_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'STORE_UNAVAILABLE',
            'BROKER_UNAVAILABLE',
          ),
        },
      },
    },
    async (request) => {
      const { source, filter, limit = DEFAULT_LIMIT, ratePerSecond, dryRun = false } = request.body;
      request.subject = { source, filter, limit, dryRun };
      const how = { limit, ratePerSecond, isDryRun: dryRun };
      if (source === 'tasks') return { ...(await redriveTasks(filter, how)), dryRun };
      if (filter) throw invalidBody([{ pointer: '/filter', message: 'is for tasks; messages are taken as they come' }]);
      return { ...(await redriveMessages(app.dependencies, how)), dryRun };
    },
  );

  function redriveTasks(
    filter: Static<typeof Filter> = {},
    { ratePerSecond, ...how }: { limit: number; ratePerSecond: number | undefined; isDryRun: boolean },
  ) {
    const { finishedFrom, finishedBefore, ...which } = filter;
    const errors = [
      ...timeIssue('/filter/finishedFrom', finishedFrom),
      ...timeIssue('/filter/finishedBefore', finishedBefore),
    ];
    if (errors.length > 0) throw invalidBody(errors);
    return store.redriveFailed({
      ...which,
      ...(finishedFrom === undefined ? {} : { finishedFrom: storableTime(finishedFrom) }),
      ...(finishedBefore === undefined ? {} : { finishedBefore: storableTime(finishedBefore) }),
      ...how,
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    });
  }
}
