import type { HandlerContext, TaskFiles } from '@offload/handler';
import { silent } from './silent-logger.ts';

const noFiles: TaskFiles = new Proxy({} as TaskFiles, {
  get() {
    throw new Error('this handler has no files');
  },
});

/** What a handler is given that uses none of its files. */
export function handlerContext<Payload>(
  payload: Payload,
  changes: Partial<HandlerContext<Payload>> = {},
): HandlerContext<Payload> {
  return {
    payload,
    taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
    attempt: 1,
    failures: 0,
    files: noFiles,
    signal: new AbortController().signal,
    cutOff: new AbortController().signal,
    logger: silent,
    progress: () => undefined,
    ...changes,
  };
}
