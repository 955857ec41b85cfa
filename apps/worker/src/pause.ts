/**
 * Resolves after `ms` milliseconds, or as soon as one of the signals is aborted. Nothing stays behind on the signals, which may
 * live as long as the process: what `AbortSignal.any` makes of them does, on Node.js 20.
 */
export function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    }
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end);
    if (signals.some(({ aborted }) => aborted)) end();
  });
}
