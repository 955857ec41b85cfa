import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { provision, runCommand } from '../../../test/services/dist/src/index.js';
import type { Submit } from '../scenario.ts';

const script = fileURLToPath(new URL('wrk.lua', import.meta.url));

export interface Load {
  submit: Submit;
  connections: number;
  /** Seconds, whole. */
  seconds: number;
  /** Requests per second. @default as many as there are answers */
  rate?: number;
  /** Milliseconds that each task's handler waits. @default 0 */
  workMs?: number;
}

export interface LoadResult {
  requests: number;
  /** Answers per second. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

interface Summary {
  requests: number;
  durationMs: number;
  p50Ms: number;
  p99Ms: number;
  failures: Record<string, number>;
}

/** Makes sure that the programs which create load and serve peers are there; as root on Debian they get installed. */
export function provisionLoad(): void {
  const programs = [
    { name: 'wrk', debianPackages: ['wrk'] },
    { name: 'redis-server', debianPackages: ['redis-server'] },
  ];
  const isPresent = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
  provision(
    programs.map((program) => ({ ...program, isPresent: () => isPresent(program.name) })),
    console.error,
  );
}

/**
 * Submits from a process of its own: closed loop, or at a steady rate, which is open as long as a connection is free.
 * @throws Error when a single request failed or was answered with anything but 2xx
 */
export async function runLoad({ submit, connections, seconds, rate = 0, workMs = 0 }: Load): Promise<LoadResult> {
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s', '-s', script];
  const headers = Object.entries(submit.headers).flat();
  const args = [...options, submit.url, '--', String(rate), submit.body(workMs), ...headers];
  const output = await runCommand('wrk', args, { timeoutMs: (seconds + 30) * 1000 });
  const summary: Summary = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  const { requests, durationMs, p50Ms, p99Ms, failures } = summary;
  if (Object.values(failures).some((count) => count > 0)) {
    throw new Error(`requests to ${submit.url} failed: ${JSON.stringify(failures)} of ${requests}`);
  }
  return { requests, perSecond: (requests * 1000) / durationMs, p50Ms, p99Ms };
}
