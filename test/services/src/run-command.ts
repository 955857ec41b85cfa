import { execFile } from 'node:child_process';

export type CommandOptions = {
  env?: Record<string, string | undefined>;
  uid?: number;
  gid?: number;
  /** Milliseconds after which the command is killed. @default 60_000 */
  timeoutMs?: number;
};

/**
 * Runs a command to its end and gives its standard output.
 * @throws Error with the command and all its output when it fails
 */
export function runCommand(command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { timeoutMs = 60_000, ...rest } = options;
  return new Promise((resolve, reject) => {
    const settings = { ...rest, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const;
    execFile(command, args, settings, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')} failed: ${stderr}${stdout}`.trimEnd(), { cause: error }));
    });
  });
}
