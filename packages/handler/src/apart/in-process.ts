import type { Handler, HandlerContext } from '../handler.ts';
import { HandlerProcess } from './handler-process.ts';

export interface ProcessOptions {
  /** Mebibytes of memory that a process may have, with all that it starts. @default no limit */
  maxMemoryMb?: number;
}

/** Milliseconds after which a process that has nothing to do ends. */
const IDLE_MS = 30_000;

/**
 * The handler of a module, run in processes of its own: native code may crash there, or never return. There are as many
 * processes as attempts at once; none before the first.
 */
export function inProcess<Payload, Result>(module: URL, options: ProcessOptions = {}): Handler<Payload, Result> {
  const { maxMemoryMb = Number.POSITIVE_INFINITY } = options;
  const running = new Set<HandlerProcess>();
  const idle = new Map<HandlerProcess, NodeJS.Timeout>();

  /** The one that has rested for the shortest time: what is not needed comes to its end. */
  function take(): HandlerProcess {
    const [own, timer] = [...idle].at(-1) ?? [];
    clearTimeout(timer);
    if (own) idle.delete(own);
    return own?.isUsable ? own : new HandlerProcess();
  }

  function rest(own: HandlerProcess): void {
    const timer = setTimeout(() => {
      idle.delete(own);
      void own.end();
    }, IDLE_MS);
    idle.set(own, timer.unref());
  }

  async function handle(context: HandlerContext<unknown>): Promise<unknown> {
    const own = take();
    running.add(own);
    try {
      return await own.run(module, context, maxMemoryMb);
    } finally {
      running.delete(own);
      if (own.isUsable) rest(own);
    }
  }

  return Object.assign(handle as Handler<Payload, Result>, {
    async close() {
      const all = [...running, ...idle.keys()];
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
      await Promise.all(all.map((own) => own.end()));
    },
  });
}
