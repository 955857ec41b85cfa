/**
 * SQL: the lowest UUIDv7 (RFC 9562, section 5.7) of the millisecond of a `timestamptz` expression. No older task has a higher one,
 * and none is from before 1970.
 */
export function firstIdAt(time: string): string {
  return `(lpad(to_hex(greatest(0, extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`;
}
