import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { environment, type Variables } from './environment.ts';
import { eventually } from './eventually.ts';
import { tieToThisProcess } from './lifeline.ts';

export type ProgramOptions = {
  /** Path of the JavaScript file to run. */
  entry: string;
  /** Added to the inherited environment; `undefined` leaves a variable out. */
  env?: Variables;
  args?: readonly string[];
  cwd?: string;
  /** Gets everything that the program writes, as it comes. */
  logFile?: string;
};

export type ProgramExit = { code: number | null; signal: NodeJS.Signals | null };

/** A Node.js program under test, in a process of its own. */
export type Program = {
  readonly pid: number;
  readonly exited: Promise<ProgramExit>;
  /** Everything it has written to stdout and stderr so far. */
  output(): string;
  /**
   * Waits until the output matches.
   * @param timeoutMs milliseconds; 10_000 when left out
   * @throws Error with the output when the program ends or the time is over before
   */
  waitForOutput(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Sends a signal to the process alone. */
  kill(signal: NodeJS.Signals): void;
  /** Kills the program with all that it started, unless it has ended. */
  close(): Promise<void>;
};

/** Starts `node entry`. The program ends with this process at the latest; a test ends it with `t.after(() => program.close())`. */
export async function startProcess(options: ProgramOptions): Promise<Program> {
  const { entry, env, args = [], cwd, logFile } = options;
  const child = spawn(process.execPath, ['--enable-source-maps', entry, ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      chunks.push(chunk);
      if (logFile !== undefined) appendFileSync(logFile, chunk);
    });
  }
  const output = (): string => chunks.join('');
  let ended = false;
  // 'close' comes after 'exit', when the output is complete.
  const exited = new Promise<ProgramExit>((resolve) => {
    child.once('close', (code, signal) => {
      ended = true;
      resolve({ code, signal });
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${entry}: no process id`);
  const release = tieToThisProcess({ groups: [pid] });
  void exited.then(release);

  return {
    pid,
    exited,
    output,
    async waitForOutput(pattern, timeoutMs = 10_000) {
      const match = await eventually(
        () => {
          const found = pattern.exec(output());
          if (found === null && !ended) throw new Error(`no output matches ${pattern}; output so far:\n${output()}`);
          return found;
        },
        { timeoutMs },
      );
      if (match !== null) return match;
      throw new Error(`${entry} ended before its output matched ${pattern}; output:\n${output()}`);
    },
    kill(signal) {
      if (!ended) child.kill(signal);
    },
    async close() {
      if (!ended) {
        try {
          process.kill(-pid, 'SIGKILL');
        } catch {
          // It ended in this moment.
        }
      }
      await exited;
    },
  };
}
