/** AMQP carries the prefetch as 16 bits, where 0 means "without limit". */
const MAX_PREFETCH = 65_535;

/** @throws RangeError unless it is an integer that a broker takes as a limit */
export function assertPrefetch(prefetch: number): void {
  if (Number.isInteger(prefetch) && prefetch >= 1 && prefetch <= MAX_PREFETCH) return;
  throw new RangeError(`prefetch must be an integer from 1 to ${MAX_PREFETCH}, got ${prefetch}`);
}
