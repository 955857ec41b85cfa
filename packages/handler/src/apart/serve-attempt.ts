import { NonRetryableError } from '../errors.ts';
import type { Handler, HandlerContext, HandlerLogger } from '../handler.ts';
import type { ApartAttempt, FromHandler, ToHandler } from './messages.ts';
import { packError, unpackError } from './portable-error.ts';
import { RequestedFiles } from './requested-files.ts';

/** The way to the worker, of one attempt. */
export interface WayHome {
  /** Throws what cannot be cloned. */
  post(message: FromHandler): void;
  /** Replaces the one before. */
  hear(take: (message: ToHandler) => void): void;
}

/** Runs one attempt here, in a thread or a process. Everything it says goes home in order, its answer last. Never throws. */
export async function serveAttempt({ module, ...own }: ApartAttempt, home: WayHome): Promise<void> {
  const controller = new AbortController();
  const files = new RequestedFiles((number, request) => home.post({ kind: 'request', number, request }));
  home.hear((message) => {
    if (message.kind === 'abort') controller.abort(unpackError(message.reason));
    else files.take(message);
  });
  const context: HandlerContext<unknown> = {
    ...own,
    signal: controller.signal,
    cutOff: new AbortController().signal,
    logger: loggerThrough(home),
    files,
    progress: (percent, message) => home.post({ kind: 'progress', percent, message }),
  };
  try {
    const { handler } = (await import(module)) as { handler: Handler<unknown, unknown> };
    returnResult(home, await handler(context));
  } catch (error) {
    home.post({ kind: 'threw', error: packError(error) });
  }
}

function returnResult(home: WayHome, result: unknown): void {
  try {
    home.post({ kind: 'returned', result });
  } catch (cause) {
    throw new NonRetryableError(`the result cannot leave its handler: ${(cause as Error).message}`, { cause });
  }
}

function loggerThrough(home: WayHome): HandlerLogger {
  const log = (level: keyof HandlerLogger) => (fields: object, message: string) => {
    const { err, ...others } = fields as { err?: unknown };
    const line = { kind: 'log', level, err: err === undefined ? undefined : packError(err), message } as const;
    try {
      home.post({ ...line, fields: others });
    } catch (error) {
      // A log line must not fail a handler: what cannot be cloned, a function for example, is left out.
      home.post({ ...line, fields: { fieldsLeftOut: (error as Error).message } });
    }
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
