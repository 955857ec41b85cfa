import { Type } from 'typebox';
import { defineTaskType } from '../task-type.ts';

/** The work queues tutorial's task: a text whose every dot is a second of work. */
export const sleep = defineTaskType({
  name: 'sleep',
  title: 'Sleep',
  description: 'Sleeps one second for every dot in `message`, with progress for each.',
  payload: Type.Object(
    {
      message: Type.String({
        maxLength: 10_000,
        description: 'Each dot is one second of work.',
        examples: ['Hello...'],
      }),
    },
    { additionalProperties: false },
  ),
  result: Type.Object(
    { sleptSeconds: Type.Integer({ minimum: 0, description: 'Seconds slept: the dots counted.' }) },
    { additionalProperties: false },
  ),
  timeoutMs: 4 * 60 * 60_000,
  maxAttempts: 3,
  examples: [
    { summary: 'Three seconds', payload: { message: 'Hello...' } },
    { summary: 'Done at once', payload: { message: 'No dots, no work' } },
  ],
});
