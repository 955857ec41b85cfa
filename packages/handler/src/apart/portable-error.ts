import {
  AttemptInterruptedError,
  LostClaimError,
  NonRetryableError,
  RetryAfterError,
  TaskCancelledError,
  TaskTimeoutError,
} from '../errors.ts';

/** An error on its way between threads or processes: a structured clone alone would lose its class, name and code. */
export interface PortableError {
  name: string;
  message: string;
  stack?: string | undefined;
  code?: string | number | undefined;
  /** Of a RetryAfterError. */
  delayMs?: number | undefined;
  /** Name of our class that it is an instance of. */
  ours?: string | undefined;
  cause?: PortableError | undefined;
}

/** Our own errors, which code tells apart by their class. */
const ERRORS = [
  AttemptInterruptedError,
  LostClaimError,
  NonRetryableError,
  RetryAfterError,
  TaskCancelledError,
  TaskTimeoutError,
];

/** A handler may throw anything. */
export function packError(thrown: unknown): PortableError {
  if (!(thrown instanceof Error)) return packError(new Error(textOf(thrown)));
  const { name, message, stack, cause } = thrown;
  const { code } = thrown as { code?: unknown };
  return {
    name: String(name),
    message: String(message),
    stack: typeof stack === 'string' ? stack : undefined,
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    delayMs: thrown instanceof RetryAfterError ? thrown.delayMs : undefined,
    ours: ERRORS.find((known) => thrown instanceof known)?.name,
    cause: cause instanceof Error ? packError(cause) : undefined,
  };
}

export function unpackError({ name, message, stack, code, delayMs, ours, cause }: PortableError): Error {
  const error = new Error(message, cause && { cause: unpackError(cause) });
  const known = ERRORS.find((candidate) => candidate.name === ours);
  if (known) Object.setPrototypeOf(error, known.prototype);
  return Object.assign(
    error,
    { name, stack },
    code === undefined ? {} : { code },
    delayMs === undefined ? {} : { delayMs },
  );
}

function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'an error without a text';
  }
}
