/** Milliseconds for any answer of the broker. */
export const REQUEST_DEADLINE_MS = 10_000;
/** Milliseconds for an orderly end of a channel or a connection. */
export const CLOSE_DEADLINE_MS = 2_000;
