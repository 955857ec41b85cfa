import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { eventually } from './eventually.ts';

export type ServerProcessOptions = {
  command: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** File that the server's output is appended to. */
  logFile: string;
  /** User and group to run as, by number. */
  uid?: number;
  gid?: number;
};

/** A server in the background, in a process group of its own. */
export type ServerProcess = {
  readonly pid: number;
  /** What this start has written so far. */
  output(): string;
  isRunning(): boolean;
  /**
   * Waits until `ready` does not throw any more.
   * @throws Error with the end of the log when the server ends or the deadline passes
   */
  waitUntilReady(ready: () => void | Promise<void>, timeoutMs: number): Promise<void>;
  /** Sends the signal and waits for the end; after `timeoutMs` the whole group is killed. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL', timeoutMs?: number): Promise<void>;
};

/** Starts a server. It does not keep this process alive. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { command, args, env, logFile, uid, gid } = options;
  const log = openSync(logFile, 'a');
  const offset = statSync(logFile).size;
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', log, log],
    detached: true,
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  closeSync(log);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`cannot start ${command}: ${cause.message}`, { cause })));
  });
  child.unref();
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${command}: no process id`);

  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const output = (): string => readFileSync(logFile).subarray(offset).toString();
  return {
    pid,
    output,
    isRunning,
    async waitUntilReady(ready, timeoutMs) {
      let ended = false;
      try {
        await eventually(
          async () => {
            ended = !isRunning();
            if (!ended) await ready();
          },
          { timeoutMs, intervalMs: 50 },
        );
      } catch (cause) {
        throw new Error(`${command} did not get ready within ${timeoutMs} ms; end of its log:\n${tail(output())}`, {
          cause,
        });
      }
      if (ended) throw new Error(`${command} ended while starting; end of its log:\n${tail(output())}`);
    },
    async end(signal, timeoutMs = 30_000) {
      if (!isRunning()) return;
      child.ref();
      process.kill(signal === 'SIGKILL' ? -pid : pid, signal);
      const deadline = setTimeout(() => process.kill(-pid, 'SIGKILL'), timeoutMs);
      await exited;
      clearTimeout(deadline);
    },
  };
}

function tail(log: string): string {
  return log.trimEnd().split('\n').slice(-100).join('\n');
}
