import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../load/submit-one.ts';
import { startChild } from '../services/child.ts';
import { connectTo } from '../services/connect-to.ts';
import { nodeOptions } from './node-options.ts';

export interface ProgramOptions {
  /** The Node.js that runs it. */
  nodePath: string;
  /** Path of the file to run. */
  entry: string;
  args?: readonly string[];
  /** Added to the environment, from which other backends' URLs are taken away. */
  variables: Readonly<Record<string, string>>;
  /** Folder of its data, which goes with it when this process ends first. */
  folder?: string;
}

/** A process of the product, and when it was started. */
export interface Program {
  readonly pid: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly spawnedAt: number;
  /**
   * Waits until a GET is answered with 2xx.
   * @param deadlineMs milliseconds; 60,000 when left out
   * @throws Error when the program ends before, or the time is over
   */
  answers(url: string, deadlineMs?: number): Promise<void>;
  /** Ends it in an orderly way, or after five seconds by SIGKILL. Idempotent. */
  stop(): Promise<void>;
}

const POLL_MS = 5;

/** Starts a program of the product; its log is thrown away. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { nodePath, entry, args = [], variables, folder } = options;
  const spawnedAt = now();
  // `env` becomes the program, under the same process id.
  const environment = ['-u', 'AMQP_URL', '-u', 'DATABASE_URL', '-u', 'AMQP_MANAGEMENT_URL', ...settings(variables)];
  const child = await startChild({
    name: entry,
    command: 'env',
    args: [...environment, nodePath, ...nodeOptions, entry, ...args],
    ...(folder === undefined ? {} : { folder }),
  });
  return {
    pid: child.pid,
    spawnedAt,
    async answers(url, deadlineMs = 60_000) {
      const deadline = now() + deadlineMs;
      while (!(await isFine(url))) {
        child.assertRunning();
        if (now() > deadline) throw new Error(`${entry} did not answer within ${deadlineMs} ms`);
        await delay(POLL_MS);
      }
    },
    stop: () => child.end('SIGTERM'),
  };
}

function settings(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`);
}

async function isFine(url: string): Promise<boolean> {
  try {
    await connectTo(url);
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
