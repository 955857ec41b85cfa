/** An error whose message is all that the person who started the process needs; packages below have such errors, too. */
export interface SelfExplainingError extends Error {
  readonly explainsItself: true;
}

export function explainsItself(error: unknown): error is SelfExplainingError {
  return error instanceof Error && (error as Partial<SelfExplainingError>).explainsItself === true;
}

/** The process cannot start for a reason that its user can mend. The message is all that they need to read. */
export class StartupError extends Error implements SelfExplainingError {
  override readonly name = 'StartupError';
  readonly code = 'STARTUP_FAILED';
  readonly explainsItself = true;
}
