import { AttemptSchema, nullable, TASK_STATES, TaskIdSchema, type TaskState, Timestamp } from '@offload/contract';
import type { CallbackRecord } from '@offload/store';
import { type Static, Type } from 'typebox';
import { exampleOf } from './example-of-schema.ts';
import { ProblemError } from './problem.ts';

/** The callback of a task, with the log of its deliveries. */
export const CallbackResource = Type.Object(
  {
    url: Type.String({ description: 'Where the event is posted to.', examples: ['https://app.example/offload'] }),
    urlDisabledAt: nullable(
      Timestamp('When the URL answered `410`: nothing is sent to it until somebody asks for a redelivery.'),
    ),
    deliveryId: nullable({
      ...TaskIdSchema,
      description:
        '`webhook-id` of the event, and the id of the task that delivers it; `null` while the task has not finished.',
      examples: ['0193f1c2-87ea-7c40-8f0e-2f1d4b6a9c35'],
    }),
    state: Type.Unsafe<TaskState | null>({
      type: ['string', 'null'],
      enum: [...TASK_STATES, null],
      description:
        'Of the delivery: `retrying` while it waits for its next attempt, `failed` when there is none any more.',
      examples: ['succeeded'],
    }),
    nextAttemptAt: nullable(Timestamp('When it is tried again.')),
    attempts: Type.Array(AttemptSchema, { description: 'Deliveries made so far, with what became of each.' }),
  },
  { $id: 'Callback', additionalProperties: false },
);

export const exampleCallback = exampleOf(CallbackResource as object, {}) as Static<typeof CallbackResource>;

/** @throws ProblemError CALLBACK_NOT_FOUND */
export function shownCallback(record: CallbackRecord | null): Static<typeof CallbackResource> {
  if (!record) throw new ProblemError('CALLBACK_NOT_FOUND', 'The task was submitted without a callback.');
  const { url, urlDisabledAt, delivery } = record;
  return {
    url,
    urlDisabledAt,
    deliveryId: delivery?.id ?? null,
    state: delivery?.state ?? null,
    nextAttemptAt: delivery?.runAt ?? null,
    attempts: delivery?.attempts ?? [],
  };
}
