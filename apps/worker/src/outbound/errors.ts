/** A URL leads where requests must not go. No connection was made. */
export class ForbiddenDestinationError extends Error {
  override readonly name = 'ForbiddenDestinationError';
  readonly code = 'FORBIDDEN_DESTINATION';
}
