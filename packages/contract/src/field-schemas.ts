import { type Static, type TSchema, Type } from 'typebox';

/** `null` beside a schema, written as a JSON Schema type array, which serializers handle faster than `anyOf`. */
export function nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** A point in time as the API writes it. */
export const Timestamp = (description: string, ...examples: string[]) =>
  Type.String({
    format: 'date-time',
    description: `${description} RFC 3339, UTC, milliseconds.`,
    ...(examples.length === 0 ? {} : { examples }),
  });
