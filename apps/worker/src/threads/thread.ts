import type { MessagePort } from 'node:worker_threads';
import { NonRetryableError } from '../errors.ts';
import type { HandlerLogger, ThreadContext, ThreadHandler } from '../handler.ts';
import { packError, unpackError } from './portable-error.ts';
import type { FromThread, ThreadTask, ToThread } from './thread-messages.ts';

/** Runs one attempt in this thread. Everything it says goes through the port, in order, its answer last. */
export default async function runInThread({ module, port, ...own }: ThreadTask): Promise<void> {
  const controller = new AbortController();
  port.on('message', ({ reason }: ToThread) => controller.abort(unpackError(reason)));
  const context: ThreadContext<unknown> = {
    ...own,
    signal: controller.signal,
    // This thread ends when the handler is cut off, and so never sees it.
    cutOff: new AbortController().signal,
    logger: loggerThrough(port),
    progress: (percent, message) => post(port, { kind: 'progress', percent, message }),
  };
  try {
    const { handler } = (await import(module)) as { handler: ThreadHandler<unknown, unknown> };
    returnResult(port, await handler(context));
  } catch (error) {
    post(port, { kind: 'threw', error: packError(error) });
  } finally {
    port.close();
  }
}

function post(port: MessagePort, message: FromThread): void {
  port.postMessage(message);
}

function returnResult(port: MessagePort, result: unknown): void {
  try {
    post(port, { kind: 'returned', result });
  } catch (cause) {
    throw new NonRetryableError(`the result cannot leave its thread: ${(cause as Error).message}`, { cause });
  }
}

function loggerThrough(port: MessagePort): HandlerLogger {
  const log = (level: keyof HandlerLogger) => (fields: object, message: string) => {
    const { err, ...others } = fields as { err?: unknown };
    const line = { kind: 'log', level, err: err === undefined ? undefined : packError(err), message } as const;
    try {
      post(port, { ...line, fields: others });
    } catch (error) {
      // A log line must not fail a handler: what cannot be cloned, a function for example, is left out.
      post(port, { ...line, fields: { fieldsLeftOut: (error as Error).message } });
    }
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
