/** The database could not be reached, did not answer in time, or ended the session. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly code = 'STORE_UNAVAILABLE';
}

/** The store cannot be opened with what it was given, now or later. The message names the remedy. */
export class StoreConfigurationError extends Error {
  override readonly name = 'StoreConfigurationError';
  readonly code = 'STORE_CONFIGURATION';
  /** The message is all that the person who started the process needs. */
  readonly explainsItself = true;
}
