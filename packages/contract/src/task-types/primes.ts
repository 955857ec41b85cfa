import { Type } from 'typebox';
import { defineTaskType } from '../task-type.ts';

/** Work that keeps a processor busy, as an example of it. */
export const primes = defineTaskType({
  name: 'primes',
  title: 'Count primes',
  description: 'Counts the prime numbers up to `upTo`, in a thread of its own.',
  payload: Type.Object(
    {
      upTo: Type.Integer({
        minimum: 2,
        maximum: 1_000_000_000,
        description: 'The largest number to look at; a thousand million takes some seconds.',
        examples: [1_000_000],
      }),
    },
    { additionalProperties: false },
  ),
  result: Type.Object(
    {
      count: Type.Integer({ minimum: 1, description: 'How many primes there are.' }),
      largest: Type.Integer({ minimum: 2, description: 'The largest of them.' }),
    },
    { additionalProperties: false },
  ),
  timeoutMs: 10 * 60_000,
  maxAttempts: 3,
  examples: [
    { summary: 'Up to a million', payload: { upTo: 1_000_000 } },
    { summary: 'Some seconds of work', payload: { upTo: 1_000_000_000 } },
  ],
});
