import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tieToThisProcess } from '../../../test/services/dist/src/index.js';

export interface ChildOptions {
  /** For error messages. */
  name: string;
  command: string;
  args: readonly string[];
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** Folder that goes with the process when this one ends first. */
  folder?: string;
}

/** A process that is measured, or serves those that are. */
export interface Child {
  readonly pid: number;
  /** @throws Error with the end of what it wrote to stderr when it is not there any more */
  assertRunning(): void;
  /** Sends the signal and waits; five seconds later it is killed. Idempotent. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const KEPT_CHARACTERS = 8_000;

/**
 * Starts a process in a group of its own, which ends with this one at the latest. Its standard output, where logs go,
 * is thrown away: no disk or reader takes part in the measurement.
 */
export async function startChild({ name, command, args, env = {}, cwd, folder }: ChildOptions): Promise<Child> {
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-KEPT_CHARACTERS);
  });
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} did not start`);
  const release = tieToThisProcess({ groups: [pid], ...(folder === undefined ? {} : { folder }) });
  return {
    pid,
    assertRunning() {
      if (!hasEnded(child)) return;
      throw new Error(`${name} ended with ${child.signalCode ?? `code ${child.exitCode}`}:\n${complaints}`);
    },
    async end(signal) {
      if (!hasEnded(child)) {
        const exited = once(child, 'exit');
        signalGroup(pid, signal);
        const deadline = setTimeout(() => signalGroup(pid, 'SIGKILL'), 5_000);
        await exited;
        clearTimeout(deadline);
      }
      release();
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended in this moment.
  }
}
