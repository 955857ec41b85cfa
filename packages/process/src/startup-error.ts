/** The process cannot start for a reason that its user can mend. The message is all that they need to read. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  readonly code = 'STARTUP_FAILED';
}
