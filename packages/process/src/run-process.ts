import closeWithGrace from 'close-with-grace';
import type { Logger } from './logger.ts';
import { explainsItself } from './startup-error.ts';

/** What a process does between its start and its end. */
export interface Running {
  /** Ends in an orderly way, within the grace period it was configured with. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  logger: Logger;
  /** Milliseconds that `stop` may take before the process exits with code 1. */
  stopDeadlineMs: number;
  /** Aborted by a signal that arrives before the start is complete. */
  start(stopping: AbortSignal): Promise<Running>;
}

/**
 * Runs a process from start to exit code. SIGTERM and SIGINT stop it with code 0, a second signal ends it at once, an
 * uncaught error stops it with code 1, and a start that fails ends with one clear line and code 1.
 */
export async function runProcess({ logger, stopDeadlineMs, start }: ProcessOptions): Promise<void> {
  const stopping = new AbortController();
  let started: Promise<Running> | undefined;
  const options: closeWithGrace.Options = {
    delay: stopDeadlineMs,
    logger: false,
    onTimeout: () => logger.error({ stopDeadlineMs }, 'not stopped in time'),
    onSecondSignal: (signal) => logger.warn({ signal }, 'second signal, ending at once'),
    onSecondError: (err) => logger.fatal({ err }, 'uncaught error while stopping'),
  };
  closeWithGrace(options, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'uncaught error, stopping');
    else if (signal) logger.info({ signal }, 'stopping');
    stopping.abort();
    const running = await started?.catch(() => undefined);
    try {
      await running?.stop();
    } catch (cause) {
      logger.error({ err: cause }, 'stop failed');
      // Nobody reads it; it makes the exit code 1.
      throw cause;
    }
    logger.info('stopped');
  });
  try {
    started = start(stopping.signal);
    await started;
  } catch (error) {
    if (!stopping.signal.aborted) exitWith(error);
  }
}

/** For errors before or during the start: one line for those that the user can mend, everything for the others. */
export function exitWith(error: unknown): never {
  process.stderr.write(`offload: ${explainsItself(error) ? error.message : inspected(error)}\n`);
  process.exit(1);
}

function inspected(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
