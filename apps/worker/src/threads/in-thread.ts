import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { ThreadContext, ThreadHandler } from '../handler.ts';
import { packError, unpackError } from './portable-error.ts';
import type { Answer, FromThread, ThreadTask, ToThread } from './thread-messages.ts';

export interface ThreadOptions {
  /** Mebibytes of JavaScript objects that a thread may hold; buffers are not counted. @default as much as Node.js gives to a process */
  maxHeapMb?: number;
}

/** What the module of a handler that runs in threads exports. */
interface HandlerModule {
  handler: ThreadHandler<never, unknown>;
}

/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE_MS = 30_000;

/**
 * The handler of a module, run in threads of its own: the event loop stays free, and a handler that is cut off ends, whatever
 * it does. There are as many threads as attempts at once; none before the first.
 */
export function inThread<Module extends HandlerModule>(
  module: URL,
  options: ThreadOptions = {},
): Module['handler'] & { close(): Promise<void> } {
  let pool: Promise<Piscina> | undefined;

  async function handle(context: ThreadContext<unknown>): Promise<unknown> {
    pool ??= openPool(options);
    return runIn(await pool, module, context);
  }

  return Object.assign(handle, {
    async close() {
      const closing = pool;
      pool = undefined;
      await (await closing)?.destroy();
    },
  });
}

async function openPool({ maxHeapMb }: ThreadOptions): Promise<Piscina> {
  // Loaded with the first attempt: a worker without any has no use for it.
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./thread.js', import.meta.url)),
    minThreads: 0,
    // The worker's concurrency is the limit. A claimed attempt must not wait here, its time is running.
    maxThreads: Number.POSITIVE_INFINITY,
    idleTimeout: IDLE_MS,
    // With atomics a thread would block between two attempts, and what the first one left behind would go on in the second.
    atomics: 'disabled',
    recordTiming: false,
    ...(maxHeapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  });
  // A thread that fails after its handler has answered is replaced; no attempt is to blame any more.
  pool.on('error', (error: Error) => process.emitWarning(error));
  return pool;
}

async function runIn(pool: Piscina, module: URL, context: ThreadContext<unknown>): Promise<unknown> {
  const { payload, taskId, attempt, failures, signal, cutOff, logger, progress } = context;
  const { port1: port, port2 } = new MessageChannel();
  let answer: Answer | undefined;

  function take(message: FromThread): void {
    if (cutOff.aborted) return;
    if (message.kind === 'progress') progress(message.percent, message.message);
    else if (message.kind === 'log') {
      const { level, fields, err, message: text } = message;
      logger[level](err ? { ...fields, err: unpackError(err) } : fields, text);
    } else answer = message;
  }
  const abort = () => port.postMessage({ kind: 'abort', reason: packError(signal.reason) } satisfies ToThread);

  port.on('message', take);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    const task: ThreadTask = { module: module.href, payload, taskId, attempt, failures, port: port2 };
    await pool.run(task, { transferList: [port2], signal: cutOff });
  } catch (cause) {
    throw new Error(`the thread of the handler ended: ${(cause as Error).message}`, { cause });
  } finally {
    // What the thread said last may still be on its way through the event loop.
    for (let rest = receiveMessageOnPort(port); rest; rest = receiveMessageOnPort(port)) take(rest.message);
    signal.removeEventListener('abort', abort);
    port.close();
  }
  if (answer?.kind === 'returned') return answer.result;
  throw answer ? unpackError(answer.error) : new Error('the thread of the handler gave no answer');
}
