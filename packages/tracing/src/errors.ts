/** A standard variable asks for something that there is not. The message is all that the person who started the process needs. */
export class TracingConfigurationError extends Error {
  override readonly name = 'TracingConfigurationError';
  readonly code = 'TRACING_CONFIGURATION';
  readonly explainsItself = true;
}
