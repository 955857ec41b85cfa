import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from './field-schemas.ts';
import { MetadataSchema, TagsSchema } from './labels.ts';
import { TaskErrorSchema, TaskIdSchema } from './task.ts';
import { FINAL_TASK_STATES } from './task-state.ts';

/** Characters; what is longer than most servers take. */
const LONGEST_URL = 2000;

/** How a client asks to be told of its task's end. */
export const CallbackSchema = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: LONGEST_URL,
      description: 'Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).',
    }),
  },
  {
    additionalProperties: false,
    description: 'Whom to tell when the task has finished, whatever it came to.',
  },
);

export type Callback = Static<typeof CallbackSchema>;

/** Bytes of a result, as JSON, that an event carries: events are to stay below 20 kB (Standard Webhooks 1.0.0, "Payload size"). */
export const MAX_EVENT_RESULT_BYTES = 16_384;

/** What an event says of its task, under the names of the task resource. */
export const FinishedTaskSchema = Type.Object(
  {
    id: TaskIdSchema,
    type: Type.String(),
    state: Type.Enum(FINAL_TASK_STATES),
    queue: Type.String(),
    priority: Type.Integer(),
    result: Type.Unknown({ description: 'What the handler returned.' }),
    isResultOmitted: Type.Boolean({
      description: `Whether the result has more than ${MAX_EVENT_RESULT_BYTES} bytes; \`GET /tasks/{id}/result\` has it.`,
    }),
    error: nullable(TaskErrorSchema),
    attempt: Type.Integer(),
    maxAttempts: Type.Integer(),
    tags: TagsSchema,
    metadata: MetadataSchema,
    createdAt: Timestamp('When it was accepted.'),
    startedAt: nullable(Timestamp('When its latest attempt started.')),
    finishedAt: Timestamp('When it reached its final state.'),
  },
  { additionalProperties: false },
);

/** The body of a callback: Standard Webhooks 1.0.0, "Payload structure". */
export const CallbackEventSchema = Type.Object(
  {
    type: Type.Enum(FINAL_TASK_STATES.map((state) => `task.${state}`)),
    timestamp: Timestamp('When the task finished.'),
    data: FinishedTaskSchema,
  },
  { additionalProperties: false },
);

export type CallbackEvent = Static<typeof CallbackEventSchema>;
