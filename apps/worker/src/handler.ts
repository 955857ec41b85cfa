import type { PayloadOf, ResultOf, TaskTypeName } from '@offload/contract';

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
  /** Number of this attempt, from 1. */
  attempt: number;
  /** Aborted on timeout and interruption; a handler that goes on is cut off after a grace period. */
  signal: AbortSignal;
  /** Carries task id, type and attempt. */
  logger: HandlerLogger;
  /** @param percent 0–100 */
  progress(percent: number, message?: string): void;
}

/** The code that does one kind of work. It may be run more than once for a task, so it must be safe to repeat. */
export type Handler<Payload, Result> = (context: HandlerContext<Payload>) => Promise<Result>;

/** One handler for every task type of the contract. */
export type TaskHandlers = { [Name in TaskTypeName]: Handler<PayloadOf<Name>, ResultOf<Name>> };

/** Handlers by the name of their task type; whoever looks one up knows the payload by its name only. */
export type HandlerMap = Readonly<Record<string, Handler<never, unknown>>>;
