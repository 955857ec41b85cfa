import type { MessagePort } from 'node:worker_threads';
import type { HandlerLogger, ThreadContext } from '../handler.ts';
import type { PortableError } from './portable-error.ts';

/** What a thread is given to run one attempt. */
export interface ThreadTask extends Pick<ThreadContext<unknown>, 'payload' | 'taskId' | 'attempt' | 'failures'> {
  /** URL of the handler's module. */
  module: string;
  /** Takes `FromThread` to the main thread and `ToThread` from it. */
  port: MessagePort;
}

export type ToThread = { kind: 'abort'; reason: PortableError };

export type FromThread =
  | { kind: 'progress'; percent: number; message: string | undefined }
  | { kind: 'log'; level: keyof HandlerLogger; fields: object; err: PortableError | undefined; message: string }
  | { kind: 'returned'; result: unknown }
  | { kind: 'threw'; error: PortableError };

export type Answer = Extract<FromThread, { kind: 'returned' | 'threw' }>;
