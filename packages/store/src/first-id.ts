/** SQL: the lowest UUIDv7 (RFC 9562, section 5.7) of the millisecond of a `timestamptz` expression. No older task has a higher one. */
export function firstIdAt(time: string): string {
  return `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`;
}
