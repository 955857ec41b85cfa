import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from './field-schemas.ts';
import { MetadataSchema, TagsSchema } from './labels.ts';
import { TASK_STATES, type TaskState } from './task-state.ts';

export const TaskIdSchema = Type.String({
  format: 'uuid',
  description: 'UUIDv7: sorts by creation time.',
  examples: ['0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11'],
});

export const TaskStateSchema = Type.Enum(TASK_STATES, { description: 'Where the task is in its life.' });

export const PrioritySchema = Type.Integer({
  minimum: 0,
  maximum: 9,
  description: 'The higher, the earlier, as far as the broker has levels (docs/priorities.md).',
});

export const TaskErrorSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable, for programs.', examples: ['HANDLER_ERROR'] }),
    message: Type.String({ description: 'For people.' }),
    retryable: Type.Boolean({ description: 'Whether another attempt could have ended otherwise.' }),
  },
  { additionalProperties: false },
);

export const ATTEMPT_OUTCOMES = ['succeeded', 'failed', 'cancelled', 'interrupted', 'worker_lost'] as const;

export const AttemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, examples: [1] }),
    worker: Type.String({ description: 'The worker that ran it.', examples: ['host-4242-9f3a'] }),
    startedAt: Timestamp('When the handler was started.', '2027-01-01T08:00:00.012Z'),
    finishedAt: nullable(Timestamp('When its outcome was stored.', '2027-01-01T08:00:03.020Z')),
    outcome: Type.Unsafe<(typeof ATTEMPT_OUTCOMES)[number] | null>({
      type: ['string', 'null'],
      enum: [...ATTEMPT_OUTCOMES, null],
      description: '`null` while it runs; `interrupted` does not count against `maxAttempts`.',
      examples: ['succeeded'],
    }),
    error: nullable(TaskErrorSchema),
  },
  { additionalProperties: false },
);

export const ProgressSchema = Type.Object(
  {
    percent: Type.Number({ minimum: 0, maximum: 100 }),
    message: nullable(Type.String()),
    etaSeconds: nullable(Type.Number({ minimum: 0, description: 'Estimated seconds to the end.' })),
  },
  { additionalProperties: false },
);

/** The task resource: what the API answers, what the store keeps. Absent values are `null`, never missing. */
export const TaskSchema = Type.Object(
  {
    id: TaskIdSchema,
    type: Type.String({ description: 'The registered name of a kind of work.', examples: ['sleep'] }),
    // Its example is for a task: beside a filter Swagger UI would fill it in.
    state: Type.Unsafe<TaskState>({ ...TaskStateSchema, examples: ['succeeded'] }),
    queue: Type.String({ description: 'The queue its message travels on.', examples: ['task_queue'] }),
    priority: PrioritySchema,
    payload: Type.Unknown({
      description: 'What the handler is given; its schema depends on `type`.',
      examples: [{ message: 'Hello...' }],
    }),
    result: Type.Unknown({
      description: 'What the handler returned; `null` before that.',
      examples: [{ sleptSeconds: 3 }],
    }),
    error: nullable(TaskErrorSchema),
    progress: nullable(ProgressSchema),
    attempt: Type.Integer({ minimum: 0, description: 'Executions started so far; only ever grows.', examples: [1] }),
    maxAttempts: Type.Integer({
      minimum: 1,
      description: 'Executions that may fail before the task does, since it was last started over.',
      examples: [3],
    }),
    attempts: Type.Array(AttemptSchema),
    tags: TagsSchema,
    metadata: MetadataSchema,
    createdAt: Timestamp('When it was accepted.'),
    runAt: nullable(Timestamp('Not to be started before this time; `null` once it is on its way.')),
    queuedAt: nullable(Timestamp('When it was last put on its queue.', '2027-01-01T08:00:00.000Z')),
    startedAt: nullable(Timestamp('When its latest attempt started.', '2027-01-01T08:00:00.012Z')),
    finishedAt: nullable(Timestamp('When it reached a final state.', '2027-01-01T08:00:03.020Z')),
    expiresAt: nullable(Timestamp('Not to be started after this time.')),
    cancelRequestedAt: nullable(Timestamp('When a client asked to cancel it.')),
  },
  { additionalProperties: false },
);

export type TaskError = Static<typeof TaskErrorSchema>;
export type Attempt = Static<typeof AttemptSchema>;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
export type Progress = Static<typeof ProgressSchema>;
export type Task = Static<typeof TaskSchema>;
