import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second towards its processes, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100;

export interface ProcessUsage {
  /** Seconds of processor time, user and system, since the process started. */
  cpuSeconds: number;
  /** Bytes of resident memory. */
  rssBytes: number;
}

/** What a process has used so far. Linux only: read from /proc. */
export function processUsage(pid: number): ProcessUsage {
  const fields = statOf(pid);
  const ticks = Number(fields[11]) + Number(fields[12]);
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: ticks / TICKS_PER_SECOND, rssBytes: Number(rss ?? 0) * 1024 };
}

/** Bytes of resident memory of a process and of all that it has started. */
export function treeRssBytes(pid: number): number {
  const children = Map.groupBy(processIds(), parentOf);
  const bytesOf = (one: number): number =>
    rssBytesOf(one) + (children.get(one) ?? []).reduce((sum, child) => sum + bytesOf(child), 0);
  return bytesOf(pid);
}

function processIds(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** Undefined once it has ended. */
function parentOf(pid: number): number | undefined {
  return ifThere(() => Number(statOf(pid)[1]));
}

function rssBytesOf(pid: number): number {
  return ifThere(() => processUsage(pid).rssBytes) ?? 0;
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, which may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
