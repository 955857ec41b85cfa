export type { Command, CommandResult } from './command.ts';
export { CommandsFileError } from './commands-file-error.ts';
export { loadCommands } from './load-commands.ts';
export { type CommandTaskType, taskTypeOf } from './task-type-of.ts';
export { placeholdersIn, type TemplatePart, templateParts } from './template.ts';
