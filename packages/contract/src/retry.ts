import { type Static, Type } from 'typebox';

/** Milliseconds: a day. */
const LONGEST_BACKOFF_MS = 86_400_000;

export const MAX_ATTEMPTS_LIMIT = 100;

export const DEFAULT_BACKOFF = { initialMs: 1000, factor: 2, maxMs: 5 * 60_000 };

const BACKOFF_OPTIONS = {
  additionalProperties: false,
  description:
    'Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n.',
};

export const BackoffSchema = Type.Object(
  {
    initialMs: Type.Integer({
      minimum: 0,
      maximum: LONGEST_BACKOFF_MS,
      default: DEFAULT_BACKOFF.initialMs,
      description: 'Longest delay before the second attempt, in milliseconds.',
    }),
    factor: Type.Number({
      minimum: 1,
      maximum: 10,
      default: DEFAULT_BACKOFF.factor,
      description: 'By what each further delay grows.',
    }),
    maxMs: Type.Integer({
      minimum: 0,
      maximum: LONGEST_BACKOFF_MS,
      default: DEFAULT_BACKOFF.maxMs,
      description: 'No delay is longer, in milliseconds.',
    }),
  },
  BACKOFF_OPTIONS,
);

/** Delay between attempts. With full jitter, tasks that failed together do not come back together. */
export type Backoff = Static<typeof BackoffSchema>;

/** How a client may change the retries of a task; what is left out is as its type says. */
export const RetrySchema = Type.Object(
  {
    maxAttempts: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ATTEMPTS_LIMIT,
        description: 'Executions that may fail before the task does; without it, as its type says (`GET /task-types`).',
      }),
    ),
    // What `Partial` makes has none of the options.
    backoff: Type.Optional(Type.Partial(BackoffSchema, BACKOFF_OPTIONS)),
  },
  { additionalProperties: false, description: 'What is left out is as the type of the task says.' },
);

export type Retry = Static<typeof RetrySchema>;
