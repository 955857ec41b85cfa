import type { Progress } from '@offload/contract';

/** Milliseconds between two writes of one attempt's progress. */
const INTERVAL_MS = 500;

/** Characters of a message that are kept. */
const MAX_MESSAGE_LENGTH = 1000;

export interface ProgressReporter {
  /** Progress does not go back: what is less than before counts as no progress. */
  report(percent: number, message?: string): void;
  /** Writes what is still unwritten and stops: later reports, of a handler that was cut off, are ignored. */
  flush(): Promise<void>;
}

/** Writes an attempt's progress at most twice a second: the first at once, later ones as the latest of each interval. */
export function createProgressReporter(write: (progress: Progress) => Promise<void>): ProgressReporter {
  const startedAt = performance.now();
  let highest = 0;
  let latest: Progress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let writing = Promise.resolve();

  function writeLatest(): void {
    const progress = latest;
    latest = undefined;
    if (progress) writing = writing.then(() => write(progress));
  }

  /** Also after a write at its end, an interval has to pass before the next one. */
  function startInterval(): void {
    timer = setTimeout(() => {
      timer = undefined;
      if (!latest) return;
      writeLatest();
      startInterval();
    }, INTERVAL_MS);
  }

  return {
    report(percent, message) {
      if (isStopped) return;
      const bounded = Number.isFinite(percent) ? Math.min(100, Math.max(highest, percent)) : highest;
      highest = bounded;
      latest = {
        percent: Math.round(bounded * 10) / 10,
        message: message?.slice(0, MAX_MESSAGE_LENGTH) ?? null,
        etaSeconds: eta(startedAt, bounded),
      };
      if (timer) return;
      writeLatest();
      startInterval();
    },
    async flush() {
      isStopped = true;
      clearTimeout(timer);
      writeLatest();
      await writing;
    },
  };
}

function eta(startedAt: number, percent: number): number | null {
  if (percent === 0) return null;
  const elapsedMs = performance.now() - startedAt;
  return Math.round((elapsedMs * (100 - percent)) / percent / 1000);
}
