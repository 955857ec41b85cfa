import { Type } from 'typebox';
import { CallbackEventSchema } from '../callback.ts';
import { defineTaskType } from '../task-type.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds after each failed delivery: Standard Webhooks 1.0.0, "Deliverability and reliability". */
export const CALLBACK_RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Tells a client of its finished task. The store makes such a task in the moment in which the other one finishes. */
export const deliverCallback = defineTaskType({
  name: 'deliver-callback',
  title: 'Deliver a callback',
  description: 'Posts the event of a finished task to the URL that its client has named.',
  isInternal: true,
  payload: Type.Object({ url: Type.String(), event: CallbackEventSchema }, { additionalProperties: false }),
  result: Type.Object(
    { status: Type.Integer({ minimum: 200, maximum: 299, description: 'Of the answer.' }) },
    { additionalProperties: false },
  ),
  timeoutMs: 30 * SECOND,
  maxAttempts: CALLBACK_RETRY_DELAYS_MS.length + 1,
  examples: [
    {
      summary: 'A task that has succeeded',
      payload: {
        url: 'https://app.example/offload',
        event: {
          type: 'task.succeeded',
          timestamp: '2027-01-01T08:00:03.020Z',
          data: {
            id: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
            type: 'sleep',
            state: 'succeeded',
            queue: 'task_queue',
            priority: 0,
            result: { sleptSeconds: 3 },
            isResultOmitted: false,
            error: null,
            attempt: 1,
            maxAttempts: 3,
            tags: [],
            metadata: {},
            createdAt: '2027-01-01T08:00:00.000Z',
            startedAt: '2027-01-01T08:00:00.012Z',
            finishedAt: '2027-01-01T08:00:03.020Z',
          },
        },
      },
    },
  ],
});
