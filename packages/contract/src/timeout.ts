import { Type } from 'typebox';

/** Milliseconds: 4 h. The `consumer_timeout` of the broker that we ship is longer, or a worker would lose its message. */
export const LONGEST_TIMEOUT_MS = 4 * 60 * 60_000;

export const TimeoutSchema = Type.Integer({
  minimum: 1,
  maximum: LONGEST_TIMEOUT_MS,
  description: 'Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`).',
});
