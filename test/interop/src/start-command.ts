import { fileURLToPath } from 'node:url';
import { type Program, startProcess } from '@offload/test-services';

export type Variables = Record<string, string | undefined>;

/** Starts any command as a program under test; each line of its standard output is preceded by the time of its arrival. */
export function startCommand(command: readonly [string, ...string[]], env: Variables): Promise<Program> {
  const entry = fileURLToPath(new URL('./stamp-lines.js', import.meta.url));
  return startProcess({ entry, args: command, env });
}

/** Milliseconds for a program to write what is expected of it; far more than it takes on a machine that is not busy. */
export const OUTPUT_TIMEOUT_MS = 20_000;

/**
 * Waits until the standard output of a command starts with these lines.
 * @returns when each arrived, in milliseconds since the epoch
 */
export async function waitForLines(program: Program, lines: readonly string[]): Promise<number[]> {
  const pattern = new RegExp(`^${lines.map((line) => `(\\d+) ${literally(line)}\n`).join('')}`);
  const [, ...times] = await program.waitForOutput(pattern, OUTPUT_TIMEOUT_MS);
  return times.map(Number);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
