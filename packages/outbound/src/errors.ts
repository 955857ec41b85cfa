/** A URL leads where requests must not go. No connection was made. */
export class ForbiddenDestinationError extends Error {
  override readonly name = 'ForbiddenDestinationError';
  readonly code = 'FORBIDDEN_DESTINATION';
}

/** What is to be allowed is no destination. The message is all that the person who started the process needs. */
export class InvalidDestinationError extends Error {
  override readonly name = 'InvalidDestinationError';
  readonly code = 'INVALID_DESTINATION';
  readonly explainsItself = true;
}
