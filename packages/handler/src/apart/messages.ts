import type { HandlerContext, HandlerLogger } from '../handler.ts';
import type { TaskFiles } from '../task-files.ts';
import type { PortableError } from './portable-error.ts';

/** What a thread or a process is given to run one attempt. */
export interface ApartAttempt extends Pick<HandlerContext<unknown>, 'payload' | 'taskId' | 'attempt' | 'failures'> {
  /** URL of the handler's module. */
  module: string;
}

/** What a handler apart asks of the worker: files are the worker's. Streams cannot travel, paths can. */
export type FileRequest =
  | { verb: 'download'; args: Parameters<TaskFiles['download']> }
  | { verb: 'folder'; args: Parameters<TaskFiles['folder']> }
  | { verb: 'save'; args: [path: string, options: Parameters<TaskFiles['save']>[1]] };

export type ToHandler =
  | { kind: 'abort'; reason: PortableError }
  | { kind: 'given'; number: number; value: unknown }
  | { kind: 'refused'; number: number; error: PortableError };

export type FromHandler =
  | { kind: 'progress'; percent: number; message: string | undefined }
  | { kind: 'log'; level: keyof HandlerLogger; fields: object; err: PortableError | undefined; message: string }
  | { kind: 'request'; number: number; request: FileRequest }
  | { kind: 'returned'; result: unknown }
  | { kind: 'threw'; error: PortableError };

export type Answer = Extract<FromHandler, { kind: 'returned' | 'threw' }>;
