import type { MessagePort } from 'node:worker_threads';
import type { ApartAttempt, ToHandler } from './messages.ts';
import { serveAttempt } from './serve-attempt.ts';

/** What a thread is given: an attempt, and the port to its worker. */
export interface ThreadTask extends ApartAttempt {
  port: MessagePort;
}

/** Runs one attempt in this thread. */
export default async function runInThread({ port, ...attempt }: ThreadTask): Promise<void> {
  await serveAttempt(attempt, {
    post: (message) => port.postMessage(message),
    hear: (take) => port.on('message', (message: ToHandler) => take(message)),
  });
  port.close();
}
