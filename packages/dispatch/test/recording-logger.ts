import type { SubmitDependencies } from '../src/index.ts';

/** A logger that keeps what it is told, each line as `level: message`. */
export function recordingLogger(): SubmitDependencies['logger'] & { lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    debug: (_fields, message) => lines.push(`warn: ${message}`),
    error: (_fields, message) => lines.push(`error: ${message}`),
  };
}
