import { type Static, Type } from 'typebox';

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;

/** Of one task, the newest are kept. */
export const MAX_LOG_LINES = 200;
/** Of one task; messages and fields, as UTF-8. */
export const MAX_LOG_BYTES = 65_536;

export const LogLineSchema = Type.Object(
  {
    number: Type.Integer({
      minimum: 1,
      description: 'Through all attempts; where it leaves a gap, older lines were dropped.',
    }),
    attempt: Type.Integer({ minimum: 1 }),
    at: Type.String({ format: 'date-time', description: "RFC 3339, UTC, milliseconds, by the worker's clock." }),
    level: Type.Enum([...LOG_LEVELS]),
    message: Type.String({ examples: ['page 3 of 12'] }),
    fields: Type.Record(Type.String(), Type.Unknown(), { description: 'What was logged with it.' }),
  },
  { additionalProperties: false },
);

export type LogLine = Static<typeof LogLineSchema>;
