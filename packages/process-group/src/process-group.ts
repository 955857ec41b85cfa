import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { descendantsOf, markedWith } from './process-table.ts';

export interface ProcessGroupOptions {
  /** The program, by its path or by its name on the `PATH` of `env`, and its arguments. No shell reads them. */
  argv: readonly [string, ...string[]];
  cwd?: string;
  /** @default that of this process */
  env?: Record<string, string>;
  /** Of the program: standard input, output and error, and what else it is given. Number 3 is ours. */
  stdio: readonly [Stdio, Stdio, Stdio, ...Stdio[]];
  /** Bytes that a file may have which it writes. @default no limit */
  maxFileBytes?: number;
  /** How messages travel over a stdio of `ipc`. */
  serialization?: SpawnOptions['serialization'];
}

/** How a program has ended: one of the two is null. */
export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

type Stdio = 'pipe' | 'ignore' | 'inherit' | 'ipc';

/** The variable that every process of a group has, unless it has thrown its environment away. */
const MARK = 'OFFLOAD_PROCESS_GROUP';

/** Bytes, by POSIX. */
const FILE_SIZE_UNIT = 512;

/**
 * Becomes the program in the end; what it leaves behind waits for the end of this process, told by its end of the pipe, and ends the group
 * then. It is of POSIX.
 */
const GUARD = `[ "$1" ] && ulimit -f "$1"; export ${MARK}="$2"; shift 2
(read -r _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 &
exec "$@" 3<&-`;

/** Milliseconds between two looks at the memory of a group. */
const MEMORY_LOOK_MS = 200;

/** Milliseconds between two looks at what is left of it. */
const LOOK_MS = 20;
const MAX_LOOKS = 250;

/**
 * A program with all the processes that it starts, however deep: they end together, also when this process is killed.
 *
 * One that leaves the group and its session is found by the mark in its environment, where there is a `/proc`; so on Linux nothing
 * gets away, except on purpose.
 */
export class ProcessGroup {
  readonly process: ChildProcess;
  /** The end of the program alone. Rejects if it could not be started. */
  readonly exit: Promise<ProcessExit>;
  readonly #mark = randomUUID();
  #ended: Promise<void> | undefined;

  constructor({ argv, cwd, env, stdio, maxFileBytes, serialization }: ProcessGroupOptions) {
    const [input, output, error, ...others] = stdio;
    const fileSize = maxFileBytes === undefined ? '' : String(Math.ceil(maxFileBytes / FILE_SIZE_UNIT));
    this.process = spawn('/bin/sh', ['-c', GUARD, 'sh', fileSize, this.#mark, ...argv], {
      detached: true,
      stdio: [input, output, error, 'pipe', ...others],
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
      ...(serialization === undefined ? {} : { serialization }),
    });
    this.exit = new Promise((resolve, reject) => {
      this.process.on('exit', (code, signal) => resolve({ code, signal }));
      this.process.on('error', reject);
    });
    // Whoever does not ask need not hear of it.
    this.exit.catch(() => undefined);
    const [, , , lifeline] = this.process.stdio;
    // Open for as long as this process lives, and no reason for it to live.
    if (lifeline instanceof Socket) lifeline.unref();
  }

  /** To all of the group; nothing happens once it has ended. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.process;
    // Its number is not given to another group before it has ended: the guard belongs to it.
    if (pid === undefined || this.#ended) return;
    send(-pid, signal);
  }

  /** Bytes of memory that its processes have, as far as they are known here: what they share counts for each. 0 without a `/proc`. */
  async memory(): Promise<number> {
    const { pid } = this.process;
    if (pid === undefined) return 0;
    const processes = await descendantsOf(pid);
    return processes.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
  }

  /** @returns true once it has more bytes of memory than that; false when `signal` is aborted first */
  async growsBeyond(bytes: number, signal: AbortSignal): Promise<boolean> {
    if (bytes === Number.POSITIVE_INFINITY) return false;
    while (!signal.aborted) {
      if ((await this.memory()) > bytes) return true;
      await delay(MEMORY_LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    return false;
  }

  /** Ends all of it at once, also what the program has left behind. Idempotent. Rejects if something cannot be ended. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    const { pid } = this.process;
    if (pid === undefined) return;
    send(-pid, 'SIGKILL');
    for (let look = 0; look < MAX_LOOKS; look++) {
      const left = await markedWith(`${MARK}=${this.#mark}`);
      if (left.length === 0) return;
      for (const one of left) send(one, 'SIGKILL');
      await delay(LOOK_MS);
    }
    throw new Error(`processes of group ${pid} do not end`);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
