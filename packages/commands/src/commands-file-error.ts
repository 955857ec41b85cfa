/** What is wrong with a commands file, a line for each mistake. The message is all that its author needs to read. */
export class CommandsFileError extends Error {
  override readonly name = 'CommandsFileError';
  readonly code = 'COMMANDS_FILE_INVALID';
  readonly explainsItself = true;
}
