import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { Handler, HandlerContext } from '../handler.ts';
import { Conversation } from './conversation.ts';
import type { FromHandler } from './messages.ts';
import type { ThreadTask } from './thread.ts';

export interface ThreadOptions {
  /** Mebibytes of JavaScript objects that a thread may hold; buffers are not counted. @default as much as Node.js gives to a process */
  maxHeapMb?: number;
}

/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE_MS = 30_000;

/**
 * The handler of a module, run in threads of its own: the event loop stays free, and a handler that is cut off ends, whatever
 * it does. There are as many threads as attempts at once; none before the first.
 */
export function inThread<Payload, Result>(module: URL, options: ThreadOptions = {}): Handler<Payload, Result> {
  let pool: Promise<Piscina> | undefined;

  async function handle(context: HandlerContext<unknown>): Promise<unknown> {
    pool ??= openPool(options);
    return runIn(await pool, module, context);
  }

  return Object.assign(handle as Handler<Payload, Result>, {
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

async function runIn(pool: Piscina, module: URL, context: HandlerContext<unknown>): Promise<unknown> {
  const { payload, taskId, attempt, failures, cutOff } = context;
  const { port1: port, port2 } = new MessageChannel();
  const conversation = new Conversation(context, (message) => port.postMessage(message));
  port.on('message', (message: FromHandler) => conversation.take(message));
  try {
    const task: ThreadTask = { module: module.href, payload, taskId, attempt, failures, port: port2 };
    await pool.run(task, { transferList: [port2], signal: cutOff });
  } catch (cause) {
    throw new Error(`the thread of the handler ended: ${(cause as Error).message}`, { cause });
  } finally {
    // What the thread said last may still be on its way through the event loop.
    for (let rest = receiveMessageOnPort(port); rest; rest = receiveMessageOnPort(port)) {
      conversation.take(rest.message);
    }
    conversation.close();
    port.close();
  }
  return conversation.conclude();
}
