import { fileURLToPath } from 'node:url';
import { eventually, freePort } from '../../../test/services/dist/src/index.js';
import { submitTo } from '../load/submit-to.ts';
import type { RunningSystem, Submit } from '../scenario.ts';
import { type Child, startChild } from '../services/child.ts';
import { connectTo } from '../services/connect-to.ts';

/** The processes of one running system, by name. */
interface Processes {
  readonly pids: Readonly<Record<string, number>>;
  /** Starts what serves `POST /tasks` on the port in its variable `PORT`. @returns where to submit */
  startApi(program: Program): Promise<Submit>;
  /** Starts one more worker, named `worker-1`, `worker-2` … */
  startWorker(program: Program): Promise<void>;
  /** @throws Error with what a process has said last when one has ended by itself */
  assertRunning(): void;
  stop(): Promise<void>;
}

export interface Program {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string;
}

/** What a system is made of, and how its results are read. */
export interface Composition extends Pick<RunningSystem, 'completed' | 'startedAt'> {
  api: Program;
  /** The program of one more worker. */
  worker(): Program;
  /** Workers from the start. */
  workers: number;
  /** Gives back what the system used, once its processes have ended. */
  release(): Promise<void>;
}

/** Starts the API, then the workers; what was started ends when one of them does not start. */
export async function runSystem({ api, worker, workers, release, ...results }: Composition): Promise<RunningSystem> {
  const processes = createProcesses();
  const addWorker = async (): Promise<void> => processes.startWorker(worker());
  const stop = async (): Promise<void> => {
    await processes.stop();
    await release();
  };
  try {
    const submit = await processes.startApi(api);
    for (let started = 0; started < workers; started++) await addWorker();
    return {
      submit,
      pids: processes.pids,
      addWorker,
      stop,
      startedAt: results.startedAt,
      async completed() {
        processes.assertRunning();
        return results.completed();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A file below `bench/src`, run by a Node that strips its types. */
export function nodeProgram(
  nodePath: string,
  file: string,
  env: Program['env'],
  options: readonly string[] = [],
): Program {
  return { command: nodePath, args: [...options, fileURLToPath(new URL(`../${file}`, import.meta.url))], env };
}

function createProcesses(): Processes {
  const children = new Map<string, Child>();
  const pids: Record<string, number> = {};
  let workers = 0;

  async function start(name: string, program: Program): Promise<Child> {
    const child = await startChild({ name, ...program });
    children.set(name, child);
    pids[name] = child.pid;
    return child;
  }

  return {
    pids,
    async startApi(program) {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const api = await start('api', { ...program, env: { ...program.env, PORT: String(port) } });
      await eventually(
        () => {
          api.assertRunning();
          return connectTo(origin);
        },
        { timeoutMs: 30_000 },
      );
      return submitTo(origin);
    },
    async startWorker(program) {
      workers += 1;
      await start(`worker-${workers}`, program);
    },
    assertRunning() {
      for (const child of children.values()) child.assertRunning();
    },
    async stop() {
      await Promise.all([...children.values()].map((child) => child.end('SIGTERM')));
    },
  };
}
