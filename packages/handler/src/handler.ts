import type { TaskFiles } from './task-files.ts';

export interface HandlerLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a handler is given. */
export interface HandlerContext<Payload> {
  /** Valid by the schema of its task type. */
  payload: Payload;
  taskId: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  /** Attempts that have failed, of those that count against `maxAttempts`. */
  failures: number;
  /** Aborted on timeout, cancellation and interruption; a handler that goes on is cut off after a grace period. */
  signal: AbortSignal;
  /**
   * Aborted when the handler is cut off. Nobody waits for it any more; whatever it started, a process for example, ends now. A handler in a
   * thread or a process never sees it: it ends itself.
   */
  cutOff: AbortSignal;
  /** Carries task id, type and attempt. */
  logger: HandlerLogger;
  files: TaskFiles;
  /** @param percent 0–100 */
  progress(percent: number, message?: string): void;
}

/** The code that does one kind of work. It may be run more than once for a task, so it must be safe to repeat. */
export interface Handler<Payload, Result> {
  (context: HandlerContext<Payload>): Promise<Result>;
  /** Attempts of its type that one worker runs at once; others wait, and their time has not begun. @default as many as there are */
  concurrency?: number;
  /** Ends what the handler keeps between attempts; called when its worker has stopped. Idempotent. */
  close?(): Promise<void>;
}

/** Handlers by the name of their task type; whoever looks one up knows the payload by its name only. */
export type HandlerMap = Readonly<Record<string, Handler<never, unknown>>>;
