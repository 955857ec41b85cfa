export { checkResult } from './check-result.ts';
export { defineHandler, type HandlerDefinition } from './define-handler.ts';
export * from './errors.ts';
export { type Ending, type Execution, execute, type StopReason } from './execute.ts';
export type { Handler, HandlerContext, HandlerLogger, HandlerMap } from './handler.ts';
export { createProgressReporter, type ProgressReporter } from './progress-reporter.ts';
export { type LocalFile, type SaveOptions, type TaskFiles, type TaskFilesOptions, taskFiles } from './task-files.ts';
