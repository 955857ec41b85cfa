import type { Progress } from '@offload/contract';

/** Milliseconds between two writes of one attempt's progress. */
const INTERVAL_MS = 500;

export interface ProgressReporter {
  report(percent: number, message?: string): void;
  /** Writes what is still unwritten and stops. */
  flush(): Promise<void>;
}

/** Writes an attempt's progress at most twice a second: the first at once, later ones as the latest of each interval. */
export function createProgressReporter(write: (progress: Progress) => Promise<void>): ProgressReporter {
  const startedAt = performance.now();
  let latest: Progress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function writeLatest(): void {
    const progress = latest;
    latest = undefined;
    if (progress) writing = writing.then(() => write(progress));
  }

  return {
    report(percent, message) {
      const bounded = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
      latest = {
        percent: Math.round(bounded * 10) / 10,
        message: message ?? null,
        etaSeconds: eta(startedAt, bounded),
      };
      if (timer) return;
      writeLatest();
      timer = setTimeout(() => {
        timer = undefined;
        writeLatest();
      }, INTERVAL_MS);
    },
    async flush() {
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
