import { setTimeout as delay } from 'node:timers/promises';
import { type Program, startProcess } from '@offload/test-services';
import type { Network } from './network.ts';

export interface ActorOptions {
  name: string;
  role: 'api' | 'worker';
  entry: string;
  env: Record<string, string>;
  network: Network;
  logFile: string;
  /** Told what a process must never do: end by itself, or end badly when asked to. */
  complain(complaint: string): void;
}

/** An API or a worker of the storm: one process after the other, under one name and behind one network. */
export interface Actor {
  readonly name: string;
  readonly role: 'api' | 'worker';
  readonly network: Network;
  readonly pid: number;
  start(): Promise<void>;
  /** Waits until the present process says that it works. @throws Error when it does not within `timeoutMs` */
  ready(timeoutMs?: number): Promise<void>;
  /** Kills the process, or asks it to stop; resolves when it has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Freezes the process, until it is thawed as often. */
  freeze(): void;
  thaw(): void;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** Milliseconds until a process that ended by itself is started again. */
const RESTART_PAUSE_MS = 1000;
/** Milliseconds that a process may take to stop: its grace period, and all that it allows itself beyond. */
const STOP_DEADLINE_MS = 30_000;
const READY = { api: /http:\/\/127\.0\.0\.1:\d+/, worker: /waiting for messages/ };

export function createActor({ name, role, entry, env, network, logFile, complain }: ActorOptions): Actor {
  let program: Program | undefined;
  let isClosed = false;
  let timesFrozen = 0;
  /** Processes that end because they have to. */
  const ending = new Set<Program>();

  async function start(): Promise<void> {
    if (isClosed) return;
    const started = await startProcess({ entry, env, logFile });
    program = started;
    timesFrozen = 0;
    void started.exited.then(async ({ code, signal }) => {
      if (ending.delete(started) || isClosed) return;
      complain(`${name} (pid ${started.pid}) ended by itself: ${signal ?? `code ${code}`}`);
      await delay(RESTART_PAUSE_MS);
      if (program === started) await start();
    });
  }

  function present(): Program {
    if (program === undefined) throw new Error(`${name} was never started`);
    return program;
  }

  return {
    name,
    role,
    network,
    get pid() {
      return present().pid;
    },
    start,
    async ready(timeoutMs = 60_000) {
      await present().waitForOutput(READY[role], timeoutMs);
    },
    async end(signal) {
      const doomed = present();
      ending.add(doomed);
      doomed.kill(signal);
      const deadline = new AbortController();
      const overdue = delay(STOP_DEADLINE_MS, 'overdue' as const, { signal: deadline.signal }).catch(
        () => 'over' as const,
      );
      const exit = await Promise.race([doomed.exited, overdue]);
      deadline.abort();
      if (exit === 'overdue') {
        complain(`${name} (pid ${doomed.pid}) did not end within ${STOP_DEADLINE_MS} ms of ${signal}`);
        await doomed.close();
      } else if (signal === 'SIGTERM' && exit !== 'over' && exit.code !== 0) {
        complain(`${name} (pid ${doomed.pid}) ended with ${exit.signal ?? `code ${exit.code}`} on SIGTERM`);
      }
    },
    freeze() {
      timesFrozen++;
      present().kill('SIGSTOP');
    },
    thaw() {
      timesFrozen = Math.max(0, timesFrozen - 1);
      if (timesFrozen === 0) present().kill('SIGCONT');
    },
    async close() {
      isClosed = true;
      await program?.close();
      await network.close();
    },
  };
}
